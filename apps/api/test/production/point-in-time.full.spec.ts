import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PROJECT } from '../harness/programs/dockerfile';
import { freePort } from '../harness/http/free-port';
import { ownerOf, startInstalledPostgres, type ServerUrls } from '../harness/databases/installed-postgres';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { describeWithPostgres15, POSTGRES_15 } from '../harness/databases/streaming-replica';
import { SECRETS } from '../harness/apps/test-app';
import { comingMonday, eventually } from '../harness/data/times';

const DOCUMENT = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8').split(
  '### Point-in-time recovery',
)[1]!;
const block = (language: string, place = 0) =>
  [...DOCUMENT.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))][place]![1]!;

describeWithPostgres15('an external PostgreSQL that archives its log, as docs/operations.md says', () => {
  let folder: string;
  let data: DataFolder;
  let program: RunningProgram;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groupless-archive-'));
    chmodSync(folder, 0o711);
    for (const name of ['archive', 'backups', 'servers']) {
      mkdirSync(join(folder, name));
      ownerOf(join(folder, name));
    }
    data = makeDataFolder();
  });
  afterAll(async () => {
    pgCtl('stop', '-m', 'immediate');
    await data.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('brings both databases back to the moment before an accident', async () => {
    const settings = placed(block('ini'))
      .trim()
      .split('\n')
      .map((line) => line.replace(/ = '?(.*?)'?$/, '=$1'));
    const server = await startInstalledPostgres(POSTGRES_15, folder, settings);
    await serve(server);
    await write('before the copy');
    const { port, password } = new URL(server.superuser_url);
    const address = { PGPORT: port, PGPASSWORD: password };
    shell(block('sh').replace('db.example.com', '127.0.0.1'), address);
    await write('after the copy');
    const admin = new Client({ connectionString: server.superuser_url });
    await admin.connect();
    const moment = await valueOf(admin, `select clock_timestamp()::text`);
    await write('after the moment');
    const panel = new Client({ connectionString: server.panel_url });
    await panel.connect();
    await panel.query('drop table appointments cascade');
    await panel.end();
    const last = await valueOf(admin, 'select pg_walfile_name(pg_switch_wal())');
    await eventually(
      async () =>
        (await valueOf(admin, `select (last_archived_wal >= '${last}')::text from pg_stat_archiver`)) ===
        'true',
    );
    await admin.end();
    await program.kill('SIGTERM');
    await server.stop();
    await rm(join(folder, 'installed'), { recursive: true });

    const restored = block('sh', 1).replace('2026-03-04 11:59:30+00', moment).trim().split('\n');
    const start = restored.pop()!;
    shell(restored.join('\n'), {});
    // What the server had on its command line.
    const newPort = await freePort();
    const own = ['listen_addresses = 127.0.0.1', "unix_socket_directories = ''", `port = ${newPort}`];
    appendFileSync(
      join(folder, 'servers/restored/postgresql.auto.conf'),
      `${own.join('\n')}\nmax_connections = 200\n`.replace('= 127.0.0.1', "= '127.0.0.1'"),
    );
    shell(start, {});
    const log = join(folder, 'servers/restored.log');
    await eventually(() => readFileSync(log, 'utf8').includes('archive recovery complete'));

    const at = (url: string) => Object.assign(new URL(url), { port: String(newPort) }).href;
    await serve({ ...server, panel_url: at(server.panel_url), memory_url: at(server.memory_url) });
    const stored = new Client({ connectionString: at(server.panel_url) });
    await stored.connect();
    const booked = await valueOf(stored, `select string_agg(title, ', ' order by title) from appointments`);
    await stored.end();
    expect(booked).toBe('after the copy, before the copy');
    for (const [key, result] of [
      ['before the copy', 'unchanged'],
      ['after the copy', 'unchanged'],
      ['after the moment', 'created'],
    ] as const)
      expect([key, await noteState(key)]).toEqual([key, expect.objectContaining({ result })]);
    await program.kill('SIGTERM');
  });

  async function serve({ panel_url, memory_url }: ServerUrls): Promise<void> {
    program = await RunningProgram.start({
      ...SECRETS,
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: panel_url,
      MEMORY_DATABASE_URL: memory_url,
    });
    await program.ready();
  }

  /** Each booking is in a week of its own. */
  let weeks = 0;

  /** One row in each database. */
  async function write(name: string): Promise<void> {
    const booking = { client: { name: 'Ada' }, title: name, starts_at: comingMonday(++weeks) };
    const key = { 'x-api-key': SECRETS.AGENT_API_KEY };
    expect((await postJson(`${program.base_url}/appointments`, booking, key)).status).toBe(201);
    expect(await noteState(name)).toMatchObject({ result: 'created' });
  }

  async function noteState(key: string): Promise<unknown> {
    const answer = await postJson(program.webhook('assistant-update-state'), { key, value: 'yes' });
    return answer.json();
  }

  function placed(text: string): string {
    return text
      .replaceAll('/archive/', `${folder}/archive/`)
      .replaceAll('/backups/', `${folder}/backups/`)
      .replaceAll('/var/lib/postgresql/', `${folder}/servers/`);
  }

  /** As the server's user. */
  function shell(text: string, environment: Record<string, string>): void {
    const env = { PATH: `${POSTGRES_15}:${process.env['PATH']}`, ...environment };
    const owner = ownerOf(join(folder, 'servers'));
    const { status, stderr } = spawnSync('sh', ['-e', '-c', placed(text)], {
      ...{ ...owner, env, cwd: folder, encoding: 'utf8' },
      // pg_ctl hands its outputs on to the server.
      stdio: ['ignore', 'ignore', text.includes('pg_ctl') ? 'ignore' : 'pipe'],
    });
    expect([status, stderr ?? '']).toEqual([0, '']);
  }

  function pgCtl(...words: string[]): void {
    const restored = join(folder, 'servers/restored');
    const owner = ownerOf(join(folder, 'servers'));
    spawnSync(join(POSTGRES_15, 'pg_ctl'), ['-D', restored, ...words], { ...owner, stdio: 'ignore' });
  }
});

async function valueOf(client: Client, text: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(text);
  return Object.values(rows[0] ?? {})[0] ?? '';
}
