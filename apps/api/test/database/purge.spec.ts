import { type Pool } from 'pg';
import { purgeErased } from '../../src/programs/purge/purge-erased';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, testServer, type TestDatabases } from '../harness/databases/test-databases';

/** PostgreSQL keeps the statistics of a table in which ANALYZE finds no row, and of an index without one. */
const STATISTICS = `
  select distinct tablename as name from pg_stats
  where tablename ~ '^(clients|mails)' and concat(most_common_vals, histogram_bounds) ilike '%anna%' order by name`;

describe('a purge', () => {
  let databases: TestDatabases;
  let panel: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.direct_url, 2);
  });
  afterAll(async () => {
    await panel.end();
    await databases.drop();
  });

  const namesIn = async () => (await panel.query<{ name: string }>(STATISTICS)).rows.map(({ name }) => name);

  it('leaves no name in the statistics of a table that is empty, or says in which', async () => {
    await panel.query(
      `insert into clients (id, name, source, created_at, updated_at)
       select gen_random_uuid(), 'Anna ' || i % 3, 'panel', now(), now() from generate_series(1, 50) as i`,
    );
    await panel.query('create index clients_by_initial on clients (upper(name)) where name is not null');
    await panel.query('analyze');
    expect(await namesIn()).toEqual(['clients', 'clients_by_initial']);
    await panel.query('delete from clients');
    const [memory_url, panel_url] = [databases.urls.memory.direct_url, databases.urls.panel.direct_url];
    const { sampled } = await purgeErased(
      { memory_url, panel_url, superuser_url: testServer().superuser_url },
      30_000,
    );
    const { rows } = await panel.query<{ can: boolean }>(
      `select to_regproc('pg_clear_attribute_stats') is not null as can`,
    );
    expect(await namesIn()).toEqual(rows[0]!.can ? [] : ['clients', 'clients_by_initial']);
    expect(sampled).toEqual(rows[0]!.can ? [] : ['client_words', 'clients']);
  });
});
