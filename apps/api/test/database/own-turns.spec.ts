import { Client } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const ADAS = '0191d5a0-7f4e-7c3a-9b1a-3f2a1b0c9d8e';
const BENS = '0191d5a0-7f4e-7c3a-9b1a-3f2a1b0c9d8f';

describe('the upgrade after which extracts of sessions have owners', () => {
  let databases: TestDatabases;
  let client: Client;
  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
    const { direct_url: url } = databases.urls.memory;
    const names = migrationNames('memory');
    await migrate('memory', url, names.slice(0, names.indexOf('OwnTurns1796258000000')));
    client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      `insert into assistant_sessions (id, summary, written_through, key_id, idempotency_key) overriding system value values
         (1, 'extract of ada', 'hook', '${ADAS}', 'a:end:2'), (2, 'corrected by ben', 'panel', '${BENS}', 'b:end:1'),
         (3, 'written by ada', 'mcp', '${ADAS}', null), (4, 'written, then corrected', 'panel', '${ADAS}', 'd:end:1'),
         (5, 'extract of the team', 'hook', 'MEMORY_API_KEY', 'e:end:1'), (6, 'by a person', 'panel', null, null),
         (7, 'written by ada in the end', 'mcp', '${ADAS}', null)`,
    );
    await client.query('truncate memory_versions');
    await client.query(
      `insert into memory_versions (kind, row_id, before) values
         ('session', 1, ${row('extract of ada, before', 'hook', ADAS, 'a:end:1')}),
         ('session', 2, ${row('extract of ben', 'hook', BENS, 'b:end:1')}),
         ('session', 4, ${row('written', 'mcp', ADAS, null)}),
         ('session', 7, ${row('extract, replaced', 'hook', ADAS, 'g:end:1')}),
         ('session', 8, ${row('extract, deleted', 'hook', BENS, 'h:end:1')}),
         ('session', 8, null), ('task', 1, '{"id": 1, "task": "paint"}')`,
    );
    await migrate('memory', url);
  });
  afterAll(async () => {
    await client.end();
    await databases.drop();
  });

  it('gives an extract to its key, also one that a person corrected, and nothing that was written', async () => {
    const { rows } = await client.query<{ id: string; owner_id: string | null }>(
      'select id, owner_id from assistant_sessions order by id',
    );
    expect(rows.map(({ owner_id }) => owner_id)).toEqual([ADAS, BENS, null, null, null, null, null]);
  });

  it('gives what extracts were before to their keys too', async () => {
    const { rows } = await client.query<{ summary: string | null; owner_id: string | null }>(
      `select before ->> 'summary' as summary, before ->> 'owner_id' as owner_id from memory_versions order by version`,
    );
    expect(rows.map(({ summary, owner_id }) => [summary, owner_id])).toEqual([
      ['extract of ada, before', ADAS],
      ['extract of ben', BENS],
      ['written', null],
      ['extract, replaced', ADAS],
      ['extract, deleted', BENS],
      [null, null],
      [null, null],
    ]);
  });

  it('keeps no version of that, and knows whose keys are to be looked up', async () => {
    const { rows } = await client.query('select key_id from memory_keys_to_own order by key_id');
    expect(rows).toEqual([{ key_id: ADAS }, { key_id: BENS }]);
  });
});

function row(summary: string, through: string, key_id: string, key: string | null): string {
  const columns = { summary, written_through: through, key_id, idempotency_key: key };
  return `'${JSON.stringify(columns)}'`;
}
