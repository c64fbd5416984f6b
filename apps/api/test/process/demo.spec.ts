import type { Pool } from 'pg';
import { openPool } from '../harness/databases/open-pool';
import { countRows } from '../harness/databases/rows';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { runInProcess } from '../harness/programs/command-in-process';
import { startCommand } from '../harness/programs/running-command';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

jest.setTimeout(180_000);

const DAY = ['--today', '2026-11-20'];
const TABLES = [
  'assistant_projects',
  'assistant_people',
  'assistant_state',
  'assistant_sessions',
  'assistant_tasks',
  'chat_history',
];

const start = (environment: Record<string, string>, words: string[]) =>
  startCommand('demo', environment, words);

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
    const { code, output, errors } = await runInProcess('demo', environment(), words);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }

  async function counts(): Promise<Record<string, number>> {
    const pairs = TABLES.map(async (table) => [table, await countRows(memory, table)] as const);
    return Object.fromEntries(await Promise.all(pairs));
  }

  /** One text for all that stands in a table. */
  async function contentOf(pool: Pool, table: string): Promise<string> {
    const { rows } = await pool.query<{ content: string }>(
      // The database gives the ids of projects, in whatever order they come, and notes when a row came.
      `select md5(string_agg(line, e'\\n' order by line)) as content
       from (select (to_jsonb(t) - '{projects,stored_at}'::text[])::text as line from ${table} as t) as lines`,
    );
    return rows[0]!.content;
  }

  async function readSettings(): Promise<Record<string, unknown>> {
    const { rows } = await panel.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(settings) - 'updated_at' as row from chat_agent_settings as settings`,
    );
    return rows[0]!.row;
  }

  it('fills the memory with a small business, says so, and adds nothing the second time', async () => {
    expect(await run(...DAY)).toBe(
      'Added the settings of the business, 8 projects, 12 people, 41 state entries, 61 sessions, 49 tasks, 209 chat messages, 40 clients, ' +
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
    expect(await run(...DAY)).toMatch(
      /^Added the settings of the business, 7 projects, 12 people, 40 state entries/,
    );
    const { rows } = await memory.query(
      `select description, (select value from assistant_state where key = 'time_zone') as zone
       from assistant_projects where name = 'website'`,
    );
    expect(rows).toEqual([{ description: 'Ours', zone: 'Asia/Seoul' }]);
  });

  it('is the same in every database on the same day', async () => {
    const others = await createTestDatabases();
    const other = openPool(others.urls.memory.url, 1);
    const words = [...DAY, '--scale', '500'];
    await Promise.all([run(...words), runInProcess('demo', environment(others), words)]);
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

  it('is a program that can be stopped while it makes the large part, and goes on from there', async () => {
    const stopped = start(environment(), [...DAY, '--scale', '300000']);
    stopped.child.stdout?.once('data', () => stopped.child.kill('SIGTERM'));
    const refused = start(environment(), ['--all']);
    expect(await refused.ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Usage: npm run demo'),
    });
    expect(await stopped.ended).toMatchObject({ code: 0, output: expect.stringContaining('Stopped.') });
    const large = `chat_history where chat_id like 'large-%'`;
    const made = await countRows(memory, large);
    expect(made).toBeLessThan(300_000);
    const all = made + 1_000;
    await run(...DAY, '--scale', String(all));
    expect(await countRows(memory, large)).toBe(all);
    expect(await countRows(memory, `(select distinct chat_id, timestamp from ${large}) as moments`)).toBe(
      all,
    );
  });

  it('goes again without a trace, and can come back', async () => {
    await memory.query(`insert into assistant_projects (name) values ('ours')`);
    await memory.query(`insert into chat_history (chat_id, role, message) values ('ours', 'user', 'Hello')`);
    const before = await counts();
    const settings = await readSettings();
    await run(...DAY, '--scale', '1000');
    expect(await readSettings()).toMatchObject({ name: 'Wrenfield Cycles', time_zone: 'Europe/London' });
    expect(await run('--remove')).toMatch(
      /^Removed the settings of the business, 25 conversations, 36 appointments, 1000 large: clients, 40 clients, [^\n]* 8 projects\.\n$/,
    );
    expect(await counts()).toEqual(before);
    expect(await readSettings()).toEqual(settings);
    for (const table of ['clients', 'appointments', 'conversations', 'appointment_events'])
      expect([table, await countRows(panel, table)]).toEqual([table, 0]);
    expect(await countRows(memory, 'memory_versions')).toBe(0);
    expect(await run('--remove')).toBe('There is nothing of the demo to remove.\n');
    expect(await run(...DAY)).toMatch(/^Added the settings of the business, 8 projects, 12 people/);
  });

  it('leaves, when it goes, what somebody changed or works with, and says so', async () => {
    await run(...DAY);
    await memory.query(`update assistant_state set value = 'off' where key = 'website'`);
    await memory.query(
      `insert into assistant_tasks (task, project_id) select 'Ours', id from assistant_projects where name = 'website'`,
    );
    await memory.query(
      `insert into chat_history (chat_id, role, message) values ('web-5e81c0', 'operator', 'See you at 17:00.')`,
    );
    await panel.query(
      `insert into appointments (id, client_id, starts_at, ends_at, status, source, resource)
       select gen_random_uuid(), id, '2027-01-04T09:00Z', '2027-01-04T10:00Z', 'confirmed', 'panel', 'main'
       from clients where name = 'Grace Okafor'`,
    );
    await panel.query(`update chat_agent_settings set name = 'Ours'`);
    await panel.query(`update clients set notes = 'Rings twice.' where name = 'Kofi Mensah'`);
    await panel.query(`update conversations set unread_count = 0, agent_last_seen_at = now()`);
    const [, ...stays] = (await run('--remove')).trim().split('\n');
    expect(stays).toEqual([
      'These stay:',
      '  conversations: Priya Nair (somebody wrote in it)',
      '  clients: Grace Okafor (it has an appointment)',
      '  clients: Kofi Mensah (it was changed)',
      '  clients: Priya Nair (it has a conversation)',
      '  settings of the business (they were changed)',
      '  chat messages: web-5e81c0, 8 rows (its chat stays)',
      '  state entries: website (it was changed)',
      '  projects: website (a task names it)',
    ]);
    expect(await counts()).toMatchObject({
      assistant_projects: 1,
      assistant_people: 0,
      assistant_state: 1,
      assistant_tasks: 1,
      chat_history: 9,
    });
    expect(await countRows(panel, 'appointments')).toBe(1);
    expect(await run('--remove')).toBe('There is nothing of the demo to remove.\n');
  });

  it('leaves a business that works with it its zone, region, resources and services', async () => {
    const before = await readSettings();
    await run(...DAY);
    const ofDemo = await readSettings();
    await panel.query(`insert into clients (id, name, source) values (gen_random_uuid(), 'Ours', 'panel')`);
    expect(await run('--remove')).toContain('the time zone, region, hours, resources and services');
    const after = await readSettings();
    expect(after['name']).toBe(before['name']);
    for (const field of ['time_zone', 'phone_region', 'resources', 'services'])
      expect([field, after[field]]).toEqual([field, ofDemo[field]]);
  });

  it.each([
    ['a day that does not exist', ['--today', '2026-02-30']],
    ['a scale that is no number', ['--scale', 'large']],
    ['an option that it does not know', ['--all']],
    ['removing and filling at once', ['--remove', '--scale', '10']],
  ])('refuses %s with its usage', async (_what, words) => {
    const refused = { code: 2, errors: expect.stringContaining('Usage: npm run demo') };
    expect(await runInProcess('demo', environment(), words)).toMatchObject(refused);
    expect(await countRows(memory, 'assistant_projects')).toBe(0);
  });

  it('works on the embedded database, without a server and beside one', async () => {
    const ready = await makeReadyDataFolder();
    const embedded = { DATA_DIR: ready.path };
    const first = await (await RunningProgram.start(embedded)).ready();
    expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const alone = await start(embedded, DAY).ended;
    expect(alone).toMatchObject({ code: 0, output: expect.stringContaining('business, 8 projects') });
    const program = await (await RunningProgram.start(embedded)).ready();
    const beside = await start(embedded, [...DAY, '--scale', '200']).ended;
    expect(beside).toMatchObject({ code: 0, output: expect.stringContaining('Added 401') });
    const context = await fetch(program.webhook('assistant-context'));
    expect(((await context.json()) as { projects: object[] }).projects).toHaveLength(8);
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await ready.remove();
  });
});
