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
         (gen_random_uuid(), now(), 'settings.updated', 'settings:mail', null, '{}')`,
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
});
