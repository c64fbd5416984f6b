import type { Pool } from 'pg';
import type { MemoryStatements } from '../../src/database/database.module';
import { OF_CUSTOMERS } from '../../src/memory/readers/reader';
import { planSearch } from '../../src/memory/search/search-plan';
import { SearchRepository, type SearchedRows } from '../../src/memory/search/search.repository';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const FOUND = 600;
const STORED = 20_000;

describe('a search of many sessions', () => {
  let databases: TestDatabases;
  let memory: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
    memory = openPool(databases.urls.memory.url, 1);
    await memory.query(`insert into assistant_projects (name) values ('shop')`);
    await memory.query(
      `insert into assistant_sessions (id, summary) select i, 'box ' || i from generate_series(1, ${STORED}) as i`,
    );
    await memory.query(
      `insert into search_documents (kind, id, at, words, length)
       select 'session', i, now(), to_tsvector('box'), 2 from generate_series(1, ${FOUND}) as i`,
    );
    await memory.query('delete from search_queue');
    await memory.query('analyze');
  });
  afterAll(async () => {
    await memory.end();
    await databases.drop();
  });

  it.each([
    ['of all projects', null, FOUND],
    ['of one project', 'shop', 0],
  ])('%s looks up those that it found, and does not read all', async (_, project, found) => {
    const plan = planSearch({ terms: [BOX], total: FOUND }, FOUND)!;
    const before = await readWhole();
    const hits = await new SearchRepository(statements()).listHits(plan, { ...ALL, project }, null, 1);
    expect(hits[0]?.found ?? 0).toBe(found);
    expect(await readWhole()).toBe(before);
  });

  function statements(): MemoryStatements {
    const read = async (statement: { text: string }, values: unknown[]) =>
      (await memory.query<Record<string, unknown>>(statement.text, values)).rows;
    return { read } as unknown as MemoryStatements;
  }

  /** How often the table of sessions was read as a whole. */
  async function readWhole(): Promise<number> {
    await memory.query('select pg_stat_force_next_flush()');
    const { rows } = await memory.query<{ seq_scan: string }>(
      `select seq_scan from pg_stat_user_tables where relname = 'assistant_sessions'`,
    );
    return Number(rows[0]!.seq_scan);
  }
});

const BOX = { lexeme: 'box', weight: 1, is_stem: true, documents: FOUND, places: [1] };
const ALL: SearchedRows = {
  kinds: ['session'],
  reader: OF_CUSTOMERS,
  project: null,
  project_at_hand: null,
  is_around: false,
  since: null,
  period: null,
};
