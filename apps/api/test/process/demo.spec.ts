import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openPool } from '../harness/open-pool';
import { countRows } from '../harness/rows';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/test-databases';

jest.setTimeout(60_000);

const DEMO = join(__dirname, '../../../../dist/apps/api/demo.cjs');
const DAY = ['--today', '2026-11-20'];
const TABLES = [
  'assistant_projects',
  'assistant_people',
  'assistant_state',
  'assistant_sessions',
  'assistant_tasks',
  'chat_history',
];

interface Run {
  child: ChildProcess;
  ended: Promise<{ code: number | null; output: string }>;
}

function start(environment: Record<string, string>, words: string[]): Run {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...environment };
  const child = spawn(process.execPath, [DEMO, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

describe('the demo', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let memory: Pool;
  let panel: Pool;
  beforeEach(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    memory = openPool(databases.urls.memory.url, 2);
    panel = openPool(databases.urls.panel.url, 2);
  });
  afterEach(async () => {
    await Promise.all([memory.end(), panel.end()]);
    await databases.drop();
    await data.remove();
  });

  const environment = ({ urls } = databases) => ({
    DATA_DIR: data.path,
    PANEL_DATABASE_URL: urls.panel.url,
    MEMORY_DATABASE_URL: urls.memory.url,
  });

  async function run(...words: string[]): Promise<string> {
    const { code, output } = await start(environment(), words).ended;
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    return output;
  }

  async function counts(): Promise<Record<string, number>> {
    const pairs = TABLES.map(async (table) => [table, await countRows(memory, table)] as const);
    return Object.fromEntries(await Promise.all(pairs));
  }

  /** One text for all that stands in a table. */
  async function contentOf(pool: Pool, table: string): Promise<string> {
    const { rows } = await pool.query<{ content: string }>(
      `select md5(string_agg(line, e'\\n' order by line)) as content
       from (select row_to_json(t)::text as line from ${table} as t) as lines`,
    );
    return rows[0]!.content;
  }

  it('fills the memory with a small business, says so, and adds nothing the second time', async () => {
    expect(await run(...DAY)).toBe(
      'Added 8 projects, 12 people, 41 state entries, 61 sessions, 49 tasks, 209 chat messages, 40 clients, ' +
        '36 appointments, 25 conversations.\n',
    );
    const before = await counts();
    expect(before).toMatchObject({ assistant_projects: 8, assistant_state: 41, chat_history: 209 });
    expect(await run(...DAY)).toBe('The demo is there already: nothing added.\n');
    expect(await run('--today', '2026-11-27')).toBe('The demo is there already: nothing added.\n');
    expect(await counts()).toEqual(before);
    expect(await countRows(panel, 'clients')).toBe(40);
  });

  it('leaves alone what somebody changed, renamed or removed since', async () => {
    await run(...DAY);
    await memory.query(
      `update assistant_projects set name = 'bookings', priority = 1 where name = 'booking-agent'`,
    );
    await memory.query(`update assistant_state set value = 'off' where key = 'website'`);
    await memory.query(`delete from assistant_people where name = 'Grace Okafor'`);
    await memory.query(`delete from chat_history where chat_id = 'chat-447700900118'`);
    const before = await Promise.all(TABLES.map((table) => contentOf(memory, table)));
    await run(...DAY);
    expect(await Promise.all(TABLES.map((table) => contentOf(memory, table)))).toEqual(before);
  });

  it('goes beside what is there, and overwrites nothing of it', async () => {
    await memory.query(`insert into assistant_projects (name, description) values ('website', 'Ours')`);
    await memory.query(`insert into assistant_state (key, value) values ('time_zone', 'Asia/Seoul')`);
    expect(await run(...DAY)).toMatch(/^Added 7 projects, 12 people, 40 state entries/);
    const { rows } = await memory.query(
      `select description, (select value from assistant_state where key = 'time_zone') as zone
       from assistant_projects where name = 'website'`,
    );
    expect(rows).toEqual([{ description: 'Ours', zone: 'Asia/Seoul' }]);
  });

  it('is the same in every database on the same day', async () => {
    const others = await createTestDatabases();
    const other = openPool(others.urls.memory.url, 1);
    await run(...DAY, '--scale', '2000');
    await start(environment(others), [...DAY, '--scale', '2000']).ended;
    for (const table of TABLES)
      expect([table, await contentOf(other, table)]).toEqual([table, await contentOf(memory, table)]);
    const otherPanel = openPool(others.urls.panel.url, 1);
    expect(await contentOf(otherPanel, 'clients')).toBe(await contentOf(panel, 'clients'));
    await Promise.all([other.end(), otherPanel.end()]);
    await others.drop();
  });

  it('makes the large part once, and enlarges it', async () => {
    await run(...DAY);
    const before = await counts();
    const large = (await run(...DAY, '--scale', '2000')).split('\n');
    expect(large[1]).toMatch(/^Added 4,0\d\d rows in \d+\.\d s: [\d,]+ rows\/s\.$/);
    const after = await counts();
    expect(after['chat_history']).toBe(before['chat_history']! + 2_000);
    expect(after['assistant_sessions']).toBe(before['assistant_sessions']! + 10);
    expect(await countRows(panel, 'clients')).toBe(40 + 2_000);
    expect(await run(...DAY, '--scale', '2000')).toContain('The large part is there already: nothing added.');
    expect(await run(...DAY, '--scale', '1000')).toContain('The large part is there already: nothing added.');
    expect(await counts()).toEqual(after);
    await run('--today', '2026-12-24', '--scale', '3000');
    expect(await countRows(memory, 'chat_history')).toBe(before['chat_history']! + 3_000);
  });

  it('can be stopped while it makes the large part, and goes on from there', async () => {
    const words = [...DAY, '--scale', '300000'];
    const stopped = start(environment(), words);
    stopped.child.stdout?.once('data', () => stopped.child.kill('SIGTERM'));
    expect(await stopped.ended).toEqual({ code: 0, output: expect.stringContaining('Stopped.') });
    const large = `chat_history where chat_id like 'large-%'`;
    expect(await countRows(memory, large)).toBeLessThan(300_000);
    await run(...DAY, '--scale', '50000');
    expect(await countRows(memory, large)).toBe(50_000);
    expect(await countRows(memory, `(select distinct chat_id, timestamp from ${large}) as moments`)).toBe(
      50_000,
    );
  });

  it.each([
    ['a day that does not exist', ['--today', '2026-02-30']],
    ['a scale that is no number', ['--scale', 'large']],
    ['an option that it does not know', ['--all']],
  ])('refuses %s with its usage', async (_what, words) => {
    const { code, output } = await start(environment(), words).ended;
    expect(code).toBe(2);
    expect(output).toContain('Usage: npm run demo');
    expect(await countRows(memory, 'assistant_projects')).toBe(0);
  });

  it('works on the embedded database, without a server and beside one', async () => {
    const embedded = { DATA_DIR: data.path };
    const alone = await start(embedded, DAY).ended;
    expect(alone).toEqual({ code: 0, output: expect.stringContaining('Added 8 projects') });
    const program = await (await RunningProgram.start(embedded)).ready();
    const beside = await start(embedded, [...DAY, '--scale', '200']).ended;
    expect(beside).toEqual({ code: 0, output: expect.stringContaining('Added 401') });
    const context = await fetch(program.webhook('assistant-context'));
    expect(((await context.json()) as { projects: object[] }).projects).toHaveLength(8);
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
