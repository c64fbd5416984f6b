import type { Pool } from 'pg';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('looking a client up by phone or email', () => {
  let databases: TestDatabases;
  let panel: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.direct_url, 1);
  });
  afterAll(async () => {
    await panel.end();
    await databases.drop();
  });

  it('uses an index also where hardly any client has one', async () => {
    await panel.query(
      `insert into clients (id, name, source) select gen_random_uuid(), 'n' || n, 'import' from generate_series(1, 20000) as n`,
    );
    await panel.query('analyze clients');
    await panel.query('create temporary table given (phone text, email text)');
    const { rows } = await panel.query<{ 'QUERY PLAN': string }>(
      'explain select exists (select from clients_with(given.phone, given.email)) from given',
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('clients_by_phone');
    expect(plan).toContain('clients_by_email');
    expect(plan).not.toContain('Seq Scan on clients');
  });
});
