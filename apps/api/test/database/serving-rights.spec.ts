import type { Pool } from 'pg';
import { ownerUrl, type DatabaseAddress } from '../../src/database/opening/database-address';
import { migrate } from '../../src/database/migrate';
import { grantServingRights } from '../../src/database/opening/serving-rights';
import { openPool } from '../harness/databases/open-pool';
import { asServingRole } from '../harness/databases/serving-role';
import { asSuperuser, createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('the role that serves', () => {
  let databases: TestDatabases;
  let panel: DatabaseAddress;
  let owner: Pool;
  let serving: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
    const { direct_url: url } = databases.urls.panel;
    panel = { url: asServingRole(url), direct_url: asServingRole(url), owner_url: url };
    await migrate('panel', ownerUrl(panel));
    // As where somebody else has given it too much, or too little.
    owner = openPool(ownerUrl(panel), 1);
    await owner.query('grant all on audit_events, migrations to groupless_server');
    await owner.query('revoke all on clients from groupless_server');
    // What is another role's is none of its business.
    await asSuperuser((client) => client.query('create table reports (id serial)'), url);
    await grantServingRights(panel);
    serving = openPool(panel.url, 1);
    await owner.query(
      `insert into audit_events (id, at, action) values (gen_random_uuid(), now(), 'test'), (gen_random_uuid(), now() - interval '1 year', 'test')`,
    );
  });
  afterAll(async () => {
    await owner.end();
    await serving.end();
    await databases.drop();
  });

  it.each([
    'select from reports',
    'drop table clients',
    'truncate clients',
    'alter table clients add column more text',
    'alter table audit_events disable trigger all',
    'drop trigger audit_events_append_only on audit_events',
    `update audit_events set action = 'nothing'`,
    'truncate audit_events',
    'delete from audit_events',
    `begin; set local groupless.audit_retention = 'on'; delete from audit_events`,
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table mine (id int)',
    `insert into migrations (timestamp, name) values (1, 'x')`,
    'delete from migrations',
    'set session_replication_role = replica',
    'set role groupless',
    'create role other',
    'select * from pg_authid',
    `copy clients to program 'true'`,
    "select pg_read_file('/etc/passwd')",
  ])('may not: %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toMatchObject({ code: '42501' });
    await serving.query('rollback');
  });

  it('writes rows, adds to the audit, and removes from it what is old enough', async () => {
    await serving.query(
      `insert into clients (id, name, source, created_at, updated_at) values (gen_random_uuid(), 'Ada', 'panel', now(), now())`,
    );
    await serving.query(
      `insert into audit_events (id, at, action) values (gen_random_uuid(), now(), 'test')`,
    );
    await serving.query(
      `begin; set local groupless.audit_retention = 'on'; delete from audit_events where at < now() - interval '31 days'; commit`,
    );
    const { rows } = await serving.query('select count(*)::int as count from audit_events');
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('needs nothing more once it has its rights', async () => {
    const changes = async () =>
      (
        await owner.query<{ sum: string }>(
          `select sum(xmin::text::bigint) as sum from pg_class where relkind in ('r', 'S')`,
        )
      ).rows;
    const before = await changes();
    await grantServingRights(panel);
    expect(await changes()).toEqual(before);
  });

  it('is none that audits: such a role reads the audit alone, and nothing that names a client', async () => {
    // The role belongs to the whole server, and databases of other files grant it rights too: it stays until the server ends.
    await asSuperuser((client) => client.query(`create role groupless_audit login password 'audit'`));
    // As a version of before gave it.
    await owner.query('grant select on audit_events to groupless_audit');
    await grantServingRights(panel);
    await owner.query(
      `insert into audit_events (id, at, action, object, object_name, key_id, ip, client_ids, details) values
         (gen_random_uuid(), now() + interval '1 s', 'client.updated', 'client:00000000-0000-4000-8000-000000000001', 'Ada Lovelace', 'booking-page', '192.0.2.7', null,
          '{"fields": "name, phone", "name": "Ada Lovelace"}'),
         (gen_random_uuid(), now() + interval '2 s', 'chat.erased', 'chat:+4915112345678', null, 'k-1', '192.0.2.8', null, '{"title": "Ada"}')`,
    );
    const url = new URL(panel.url);
    [url.username, url.password] = ['groupless_audit', 'audit'];
    await asSuperuser((client) =>
      client.query(`grant connect on database ${url.pathname.slice(1)} to groupless_audit`),
    );
    const auditor = openPool(url.href, 1);
    const { rows } = await auditor.query(
      'select action, object, key_id, ip, fields from audit_without_persons order by at desc limit 2',
    );
    expect(rows).toEqual([
      { action: 'chat.erased', object: 'chat', key_id: 'k-1', ip: '192.0.2.8', fields: null },
      {
        action: 'client.updated',
        object: 'client:00000000-0000-4000-8000-000000000001',
        key_id: 'booking-page',
        ip: null,
        fields: 'name, phone',
      },
    ]);
    const all = await auditor.query('select * from audit_without_persons');
    expect(all.rowCount).toBe(4);
    expect(JSON.stringify(all.rows)).not.toMatch(/Ada|4915112345678|192\.0\.2\.7/);
    for (const statement of [
      'select id from audit_events',
      'select from clients',
      'select from users',
      'delete from audit_events',
      'delete from audit_without_persons',
    ])
      await expect(auditor.query(statement)).rejects.toMatchObject({ code: '42501' });
    await auditor.end();
  });
});
