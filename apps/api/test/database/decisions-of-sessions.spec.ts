import type { Pool } from 'pg';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const LINES = [
  '',
  '- a',
  '1. b',
  '3 replicas',
  '•  c  d.',
  '\u00a0y\u2028z',
  'ﬁne！',
  '.',
  '; ',
  ' * starred',
  '4) d',
];

describe('the index of what sessions decided', () => {
  let databases: TestDatabases;
  let memory: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
    memory = openPool(databases.urls.memory.url, 1);
  });
  afterAll(async () => {
    await memory.end();
    await databases.drop();
  });

  it.each([
    ['of a text', null],
    ['of an array', JSON.stringify([...LINES, ' p \r\n', 'two\nlines'])],
  ])('has the entries %s as the decisions have them', async (_, listed) => {
    const { rows } = await memory.query<{ digests: string[]; stored: string[] }>(
      `select decision_digests($1, $2)::text[] as digests,
         array(select text_digest(decision_identity(entry))::text from decision_entries($1, $2) as entry) as stored`,
      [listed, LINES.join('\n')],
    );
    expect(rows[0]!.digests.length).toBeGreaterThan(6);
    expect(rows[0]!.digests).toEqual(rows[0]!.stored);
  });

  it('finds the sessions of a decision without reading all others', async () => {
    await memory.query(
      `insert into assistant_sessions (summary, decisions_made)
       select 'session ' || i, 'decision ' || i from generate_series(1, 2000) as i`,
    );
    await memory.query('analyze assistant_sessions');
    const before = await scans();
    await memory.query('delete from assistant_sessions where id = (select max(id) from assistant_sessions)');
    const after = await scans();
    expect(after).toMatchObject({ whole: before.whole, by_decision: before.by_decision + 1 });
  });

  /** How often the table was read as a whole, and how often the index was asked. */
  async function scans() {
    await memory.query('select pg_stat_force_next_flush()');
    const { rows } = await memory.query<{ whole: number; by_decision: number }>(
      `select seq_scan::int as whole,
         (select idx_scan::int from pg_stat_user_indexes where indexrelname = 'assistant_sessions_decided') as by_decision
       from pg_stat_user_tables where relname = 'assistant_sessions'`,
    );
    return rows[0]!;
  }
});
