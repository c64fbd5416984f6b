import type { Pool } from 'pg';
import { openPool } from '../harness/databases/open-pool';
import { asSuperuser, createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const REFUSED = { code: '42501' };
const CHANGE_ALL = 'update audit_events set object_name = null';
const ID = '00000000-0000-4000-8000-000000000001';

describe('what is only ever added, for the owner too', () => {
  let databases: TestDatabases;
  let owner: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
    owner = openPool(databases.urls.panel.direct_url, 1);
    await owner.query(
      `insert into audit_events (id, at, action, object, object_name, details) values
         ('${ID}', now(), 'chat.shared', 'chat:+4915112345678', 'Ada', '{"title": "Marimba", "count": 2}'),
         (gen_random_uuid(), now(), 'settings.updated', 'settings:mail', null, '{}');
       insert into clients (id, name, source) values ('${ID}', 'Ada', 'panel');
       insert into client_changes (client_id, version, at, cause, changes)
         select '${ID}', version, now(), 'edited', '[{"field": "name", "before": "Eda", "after": "Ada"}]' from unnest(array[1, 2, 501]) as version;
       insert into appointments (id, client_id, starts_at, ends_at, status, source, resource)
         values ('${ID}', '${ID}', '2030-01-07 09:00Z', '2030-01-07 10:00Z', 'confirmed', 'panel', 'main');
       insert into appointment_events (appointment_id, version, at, to_status, changes)
         values ('${ID}', 1, now(), 'confirmed', '[{"field": "notes", "before": null, "after": "Ada"}]');
       insert into conversations (id, chat_id, channel, contact_name, name, client_id, client_tied_by)
         values ('${ID}', 'c-1', 'whatsapp', 'Ada', 'Ada', '${ID}', 'person');
       insert into conversation_events (conversation_id, at, kind, details) values ('${ID}', now(), 'tied', '{"client_name": "Ada"}')`,
    );
  });
  afterAll(async () => {
    await owner.end();
    await databases.drop();
  });

  /** In a transaction that is rolled back. */
  async function erasing(change: string): Promise<number | null> {
    await owner.query(`begin; set local groupless.erasing = 'on'`);
    try {
      return (await owner.query(change)).rowCount;
    } finally {
      await owner.query('rollback');
    }
  }

  it.each([
    `action = 'nothing'`,
    `at = at - interval '1 day'`,
    `user_id = '${ID}'`,
    `key_name = 'other'`,
    `client_ids = array['${ID}'::uuid]`,
    `object = 'chat:1'`,
    `object = null`,
    `object_name = 'Grace'`,
    `details = '{"title": "Kalimba", "count": 2}'`,
    `details = details || '{"more": 1}'`,
    `object_name = null, details = '{}', action = 'nothing'`,
  ])('an entry of the audit does not become another one by erasing: %s', async (change) => {
    await expect(erasing(`update audit_events set ${change} where id = '${ID}'`)).rejects.toMatchObject(
      REFUSED,
    );
  });

  it('only the chat of an entry becomes an erased one', async () => {
    await expect(
      erasing(`update audit_events set object = 'chat:erased' where object = 'settings:mail'`),
    ).rejects.toMatchObject(REFUSED);
  });

  it.each([
    `object_name = null, details = '{}', object = 'chat:erased'`,
    `object_name = null`,
    `details = details - 'title'`,
    `details = details || '{"title": null}'`,
  ])('erasing takes out of an entry of the audit: %s', async (change) => {
    expect(await erasing(`update audit_events set ${change} where id = '${ID}'`)).toBe(1);
  });

  it('the audit is not emptied at once, and not changed by who does not erase', async () => {
    await expect(erasing('truncate audit_events')).rejects.toMatchObject(REFUSED);
    await expect(owner.query(CHANGE_ALL)).rejects.toMatchObject(REFUSED);
    // A superuser who replays another server's changes goes past other triggers.
    await expect(
      asSuperuser(
        (client) => client.query(`set session_replication_role = replica; ${CHANGE_ALL}`),
        databases.urls.panel.direct_url,
      ),
    ).rejects.toMatchObject(REFUSED);
  });

  describe.each([
    ['appointment_events', 'appointment_id', 'changes', `to_status = 'cancelled'`, 'appointments'],
    ['conversation_events', 'conversation_id', 'details', `kind = 'untied'`, 'conversations'],
    ['client_changes', 'client_id', 'changes', `cause = 'imported'`, 'clients'],
  ])('%s', (table, key, texts, other, objects) => {
    it('keep who, what and when', async () => {
      for (const change of [other, `at = at - interval '1 day'`, `${texts} = '[{"field": "made up"}]'`])
        await expect(erasing(`update ${table} set ${change}`)).rejects.toMatchObject(REFUSED);
      await expect(owner.query(`update ${table} set ${texts} = '[]'`)).rejects.toMatchObject(REFUSED);
      await expect(owner.query(`delete from ${table}`)).rejects.toMatchObject(REFUSED);
    });

    it('are emptied and removed by erasing', async () => {
      expect(
        await erasing(`update ${table} set ${texts} = '${texts === 'details' ? '{}' : '[]'}'`),
      ).toBeGreaterThan(0);
      expect(await erasing(`delete from ${table}`)).toBeGreaterThan(0);
    });

    it('go with their object', async () => {
      await owner.query('begin');
      if (objects === 'clients') await owner.query('delete from appointments; delete from conversations');
      await owner.query(`delete from ${objects} where id = '${ID}'; set constraints all immediate`);
      const { rowCount } = await owner.query(`select from ${table} where ${key} = '${ID}'`);
      await owner.query('rollback');
      expect(rowCount).toBe(0);
    });
  });

  it('changes of clients go beyond the most that are kept, and by the retention', async () => {
    await owner.query('begin');
    const oldest = await owner.query(`delete from client_changes where client_id = '${ID}' and version = 1`);
    await owner.query(`rollback; begin; set local groupless.audit_retention = 'on'`);
    const all = await owner.query('delete from client_changes');
    await owner.query('rollback');
    expect([oldest.rowCount, all.rowCount]).toEqual([1, 3]);
  });
});
