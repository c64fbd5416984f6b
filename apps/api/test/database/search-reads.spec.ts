import type { Pool } from 'pg';
import type { MemoryStatements } from '../../src/database/database.module';
import { OF_CUSTOMERS } from '../../src/memory/readers/reader';
import { planSearch } from '../../src/memory/search/plan/search-plan';
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
    const before = await readWhole('assistant_sessions');
    const hits = await new SearchRepository(statements()).listHits(plan, { ...ALL, project }, null, 1);
    expect(hits[0]?.found ?? 0).toBe(found);
    expect(await readWhole('assistant_sessions')).toBe(before);
  });

  it('looks mistyped words up, also where PostgreSQL has its plan from when there were few', async () => {
    await memory.query('alter table search_words set (autovacuum_enabled = false)');
    const search = new SearchRepository(statements());
    const known = async () => {
      const { terms } = await search.listTerms('botxtlebcdef', ['session'], OF_CUSTOMERS);
      return terms.filter(({ documents }) => documents > 0).map(({ lexeme }) => lexeme);
    };
    for (let times = 0; times < 10; times++) expect(await known()).toEqual([]);
    await memory.query(
      `insert into search_words select translate('bottle' || i, '0123456789', 'abcdefghij'), 'session', 60 from generate_series(10000, 24999) as i`,
    );
    const before = await readWhole('search_words');
    expect(await known()).toContain('bottlebcdef');
    expect(await readWhole('search_words')).toBe(before);
  });

  it('counts and finds rows by their words, also where PostgreSQL has no statistics of their kind yet', async () => {
    await memory.query('alter table search_documents set (autovacuum_enabled = false)');
    await memory.query(`insert into search_words values ('lid', 'chat', 1)`);
    await memory.query(
      `insert into search_documents (kind, id, at, words, length)
       select 'chat', i, now(), to_tsvector(case i when 1 then 'lid' else 'crate' end), 1 from generate_series(1, ${STORED}) as i`,
    );
    const before = await readByIndex('search_documents_pkey');
    const search = new SearchRepository(statements());
    await search.listTerms('lid', ['chat'], OF_CUSTOMERS);
    await search.listHits(
      planSearch({ terms: [LID], total: STORED }, FOUND)!,
      { ...ALL, kinds: ['chat'] },
      null,
      1,
    );
    expect(await readByIndex('search_documents_pkey')).toBe(before);
  });

  it('compares the best rows once, also where PostgreSQL has no statistics of them yet', async () => {
    await memory.query('begin');
    await memory.query(
      `create table of_old_statistics (like search_documents including all) with (autovacuum_enabled = false)`,
    );
    await memory.query('insert into of_old_statistics select * from search_documents');
    await memory.query('alter table search_documents rename to of_good_statistics');
    await memory.query('alter table of_old_statistics rename to search_documents');
    const plan = planSearch({ terms: [BOX, LID], total: FOUND }, FOUND)!;
    const before = await lookedUp();
    await new SearchRepository(statements()).listHits(plan, ALL, null, 1);
    expect((await lookedUp()) - before).toBeLessThan(FOUND);
    await memory.query('rollback');
  });

  function statements(): MemoryStatements {
    const read = async (statement: { name?: string; text: string }, values: unknown[]) =>
      (await memory.query<Record<string, unknown>>({ ...statement, values })).rows;
    return { read } as unknown as MemoryStatements;
  }

  /** How often rows of the index were looked up by their ids in this transaction. */
  async function lookedUp(): Promise<number> {
    const { rows } = await memory.query<{ idx_scan: string }>(
      `select idx_scan from pg_stat_xact_user_tables where relname = 'search_documents'`,
    );
    return Number(rows[0]!.idx_scan);
  }

  /** How many entries of an index were read. */
  async function readByIndex(index: string): Promise<number> {
    await memory.query('select pg_stat_force_next_flush()');
    const { rows } = await memory.query<{ idx_tup_read: string }>(
      'select idx_tup_read from pg_stat_user_indexes where indexrelname = $1',
      [index],
    );
    return Number(rows[0]!.idx_tup_read);
  }

  /** How often a table was read as a whole. */
  async function readWhole(table: string): Promise<number> {
    await memory.query('select pg_stat_force_next_flush()');
    const { rows } = await memory.query<{ seq_scan: string }>(
      'select seq_scan from pg_stat_user_tables where relname = $1',
      [table],
    );
    return Number(rows[0]!.seq_scan);
  }
});

const BOX = { lexeme: 'box', weight: 1, is_stem: true, documents: FOUND, places: [1] };
const LID = { lexeme: 'lid', weight: 1, is_stem: true, documents: 1, places: [2] };
const ALL: SearchedRows = {
  kinds: ['session'],
  reader: OF_CUSTOMERS,
  project: null,
  project_at_hand: null,
  is_around: false,
  since: null,
  period: null,
};
