import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { fill } from '../../src/programs/demo/fill';
import { digestOf, tableOf } from '../../src/programs/demo/former/tables';
import { openPool } from '../harness/databases/open-pool';
import { countRows } from '../harness/databases/rows';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { MailServer } from '../harness/http/mail-server';
import { runInProcess } from '../harness/programs/command-in-process';
import { startCommand } from '../harness/programs/running-command';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';

const MARKER = 'groupless-demo.json';
/** What a real installation may have set: none of it is for the demo. */
const OF_THE_SERVER = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: 'none',
  PUBLIC_URL: 'https://panel.example.com',
  PANEL_DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop',
  MEMORY_API_KEY: 'the-key-of-the-real-memory',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

describe('the demo', () => {
  let data: DataFolder;
  beforeEach(() => (data = makeDataFolder()));
  afterEach(async () => {
    if (existsSync(join(folder(), MARKER))) await run('--remove');
    await data.remove();
  });

  const folder = () => `${data.path}-demo`;
  const run = (...words: string[]) => startCommand('demo', { DATA_DIR: data.path }, words).ended;
  const setMarker = (filled_on: string | null) => {
    const marker = JSON.parse(readFileSync(join(folder(), MARKER), 'utf8')) as object;
    writeFileSync(join(folder(), MARKER), JSON.stringify({ ...marker, filled_on }));
  };
  const start = async () => {
    const program = await RunningProgram.start({ ...OF_THE_SERVER, DATA_DIR: data.path }, undefined, 'demo');
    return logIn(await program.ready());
  };

  it('starts filled beside the real server, sends nothing, goes on when it is started again, and is removed', async () => {
    const first = await start();
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:31\d\d$/);
    expect(existsSync(data.path)).toBe(false);
    expect(await first.clients()).toBe(40);
    expect(await first.comingAppointments()).toBeGreaterThan(10);
    expect(first.cookies).toEqual([
      expect.stringMatching(/^demo_refresh_token=/),
      expect.stringMatching(/^demo_known_device=/),
    ]);
    const [token = ''] = first.cookies[0]!.split(';');
    const refresh = { 'sec-fetch-site': 'same-origin', cookie: `refresh_token=of-the-real-panel; ${token}` };
    expect((await first.call('POST', '/api/auth/refresh', undefined, refresh)).status).toBe(200);

    const mails = await MailServer.start();
    expect((await first.call('PUT', '/api/settings/mail', mails.settings)).status).toBe(200);
    const mail = await first.call('POST', '/api/settings/mail/test', { to: 'ada@shop.example' });
    expect(mail).toMatchObject({ status: 409, body: { detail: 'The demo sends no mail.' } });
    expect(mails.asked).toEqual([]);
    await mails.stop();
    const hook = { url: 'https://hooks.example/shop', events: ['*'] };
    const { id } = (await first.call('POST', '/api/settings/hooks', hook)).body as { id: string };
    const sent = await first.call('POST', `/api/settings/hooks/${id}/test`);
    expect(sent.body).toMatchObject({ status: 'failed', error: 'The demo sends no webhooks.' });

    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining(`on ${first.address} as`) });
    await first.addClient();
    expect(await first.program.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const second = await start();
    expect(await second.clients()).toBe(41);
    expect(second.password).toBe(first.password);

    expect(await run('--remove')).toMatchObject({ code: 0, output: expect.stringContaining('Removed') });
    expect(await second.program.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(folder())).toBe(false);
    expect(await run('--remove')).toMatchObject({ code: 0, output: expect.stringContaining('no demo in') });
  });

  it.each([
    ['it was killed before it was filled', null],
    ['its appointments are of another week', '2026-11-20'],
  ])('begins anew where %s', async (_, filledOn) => {
    const first = await start();
    await first.addClient();
    expect(await first.clients()).toBe(41);
    await first.program.kill('SIGKILL');
    setMarker(filledOn);
    const second = await start();
    expect(await second.clients()).toBe(40);
    // The database server of a killed one still runs.
    await second.program.kill('SIGKILL');
    expect(await run('--remove')).toMatchObject({ code: 0 });
    expect(existsSync(folder())).toBe(false);
  });

  it.each([[[]], [['--remove']]])('leaves alone a folder that it did not make: %j', async (words) => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), 'letter.txt'), 'Ours');
    expect(await run(...words)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no groupless-demo.json'),
    });
    expect(readFileSync(join(folder(), 'letter.txt'), 'utf8')).toBe('Ours');
  });

  it.each([[['--scale', '10']], [['--remove', '--remove-rows']]])(
    'refuses %j with its usage',
    async (words) => {
      expect(await run(...words)).toMatchObject({
        code: 2,
        errors: expect.stringContaining('Usage: npm run demo'),
      });
      expect(existsSync(folder())).toBe(false);
    },
  );
});

/** Logs in as the demo says. */
async function logIn(program: RunningProgram) {
  const [, address = '', password = ''] = /on (\S+) as admin@localhost with the password (\S+)/.exec(
    program.output,
  )!;
  let authorization = '';
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(address + path, {
      method,
      headers: { authorization, ...type, ...headers },
      ...sent,
    });
    return { status: answer.status, body: await answer.json(), cookies: answer.headers.getSetCookie() };
  };
  const login = { email: 'admin@localhost', password };
  const { body, cookies } = await call('POST', '/api/auth/login', login);
  authorization = `Bearer ${(body as { access_token: string }).access_token}`;
  const total = async (path: string) => ((await call('GET', path)).body as { items: object[] }).items.length;
  return {
    program,
    address,
    password,
    cookies,
    call,
    clients: () => total('/api/clients?limit=100'),
    comingAppointments: () =>
      total(`/api/appointments?limit=100&from=${new Date().toISOString().slice(0, 10)}`),
    addClient: () => call('POST', '/api/clients', { name: 'Ours' }),
  };
}

describe('what an earlier demo made in the databases of the server', () => {
  let databases: TestDatabases;
  let memory: Pool;
  let panel: Pool;
  beforeEach(async () => {
    databases = await createTestDatabases();
    memory = openPool(databases.urls.memory.url, 2);
    panel = openPool(databases.urls.panel.url, 2);
  });
  afterEach(async () => {
    await Promise.all([memory.end(), panel.end()]);
    await databases.drop();
  });

  async function removeRows(): Promise<string> {
    const { urls } = databases;
    const environment = { PANEL_DATABASE_URL: urls.panel.url, MEMORY_DATABASE_URL: urls.memory.url };
    const { code, output, errors } = await runInProcess('demo --remove-rows', environment);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }

  async function readSettings(): Promise<Record<string, unknown>> {
    const { rows } = await panel.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(settings) - 'updated_at' as row from chat_agent_settings as settings`,
    );
    return rows[0]!.row;
  }

  /** The rows and the lists of them, as an earlier demo wrote them. */
  async function fillAsBefore(): Promise<void> {
    for (const pool of [panel, memory])
      await pool.query(`
        create table demo_filled (part text primary key, rows integer not null);
        create table demo_rows (part text not null, id text not null, digest text not null, primary key (part, id))`);
    await panel.query(
      'create table demo_settings as select to_jsonb(settings) as before from chat_agent_settings as settings',
    );
    await panel.query(`insert into demo_filled values ('settings', 0)`);
    await fill(databases.urls, '2026-11-20');
    const parts = {
      projects: memory,
      people: memory,
      'state entries': memory,
      sessions: memory,
      tasks: memory,
      'chat messages': memory,
      clients: panel,
      appointments: panel,
      conversations: panel,
    };
    for (const [part, pool] of Object.entries(parts)) {
      const { table } = tableOf(part);
      const list = `insert into demo_rows select $1, made.id::text, ${digestOf(tableOf(part))} from ${table} as made`;
      const { rowCount } = await pool.query(list, [part]);
      await pool.query('insert into demo_filled values ($1, $2)', [part, rowCount]);
    }
  }

  it('goes without a trace', async () => {
    const settings = await readSettings();
    expect(await removeRows()).toBe('There is nothing of the demo to remove.\n');
    await fillAsBefore();
    await memory.query(`insert into assistant_projects (name) values ('ours')`);
    expect(await readSettings()).toMatchObject({ name: 'Wrenfield Cycles', time_zone: 'Europe/London' });
    expect(await removeRows()).toMatch(
      /^Removed the settings of the business, 25 conversations, 36 appointments, 40 clients, [^\n]* 8 projects\.\n$/,
    );
    expect(await readSettings()).toEqual(settings);
    for (const table of ['clients', 'appointments', 'conversations', 'appointment_events'])
      expect([table, await countRows(panel, table)]).toEqual([table, 0]);
    for (const table of ['assistant_sessions', 'assistant_state', 'chat_history', 'memory_versions'])
      expect([table, await countRows(memory, table)]).toEqual([table, 0]);
    expect(await countRows(memory, 'assistant_projects')).toBe(1);
    expect(await removeRows()).toBe('There is nothing of the demo to remove.\n');
  });

  it('stays where somebody changed it or works with it, and is named', async () => {
    await fillAsBefore();
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
    const [, ...stays] = (await removeRows()).trim().split('\n');
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
    expect(await countRows(memory, 'chat_history')).toBe(9);
    expect(await countRows(panel, 'appointments')).toBe(1);
    expect(await removeRows()).toBe('There is nothing of the demo to remove.\n');
  });

  it('leaves a business that works with it its zone, region, resources and services', async () => {
    const before = await readSettings();
    await fillAsBefore();
    const ofDemo = await readSettings();
    await panel.query(`insert into clients (id, name, source) values (gen_random_uuid(), 'Ours', 'panel')`);
    expect(await removeRows()).toContain('the time zone, region, hours, resources and services');
    const after = await readSettings();
    expect(after['name']).toBe(before['name']);
    for (const field of ['time_zone', 'phone_region', 'resources', 'services'])
      expect([field, after[field]]).toEqual([field, ofDemo[field]]);
  });
});
