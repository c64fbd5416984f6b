import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from '../harness/data/times';
import { startInstalledPostgres } from '../harness/databases/installed-postgres';
import { describeWithPostgres15, POSTGRES_15 } from '../harness/databases/streaming-replica';
import { runningServerOf } from '../harness/programs/cluster-processes';
import { doctor } from '../harness/programs/doctor';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { inspectEmbeddedServer } from '../../src/database/embedded-server';
import { runInProcess } from '../harness/programs/command-in-process';

const PASSWORD = 'a password of a first admin';
const EARLIER = join(POSTGRES_15, '..');
const KILLS = process.env['FULL_TESTS'] === undefined ? 3 : 20;
const MESSAGES = process.env['FULL_TESTS'] === undefined ? 2_000 : 50_000;

describeWithPostgres15('an embedded database that PostgreSQL 15 made', () => {
  let data: DataFolder;
  let environment: Record<string, string>;
  let session: { authorization: string };
  let before: Record<string, number>;

  beforeAll(async () => {
    data = makeDataFolder();
    environment = { DATA_DIR: data.path, ADMIN_PASSWORD: PASSWORD, EARLIER_POSTGRES_PROGRAMS: EARLIER };
    mkdirSync(data.path, { mode: 0o711 });
    const installed = await startInstalledPostgres(POSTGRES_15, data.path);
    const { panel_url: panel, memory_url: memory } = installed;
    const urls = { PANEL_DATABASE_URL: panel, MEMORY_DATABASE_URL: memory };
    const program = await (await RunningProgram.start({ ...environment, ...urls })).ready();
    session = await program.logIn(PASSWORD);
    const made = await postJson(`${program.base_url}/api/clients`, { name: 'Ünal' }, session);
    expect(made.status).toBe(201);
    await run(
      memory,
      `insert into chat_history (chat_id, role, message) select 'chat', 'user', 'message ' || n from generate_series(1, ${MESSAGES}) n`,
    );
    await eventually(async () => (await run(memory, 'select from search_queue')).length === 0);
    await program.kill('SIGTERM');
    before = await rowsOf({ panel, memory });
    await installed.stop();
    // As the earlier version of this program would have left it.
    const { password } = new URL(installed.superuser_url);
    const passwords = JSON.stringify({ superuser: password, groupless: password });
    writeFileSync(join(data.path, 'database-passwords.json'), passwords, { mode: 0o600 });
    for (const file of ['installed-password', 'installed.log']) rmSync(join(data.path, file));
    renameSync(join(data.path, 'installed'), join(data.path, 'postgres'));
  });
  afterAll(() => data.remove());

  it('is named by the doctor, with what the next start does', async () => {
    const seen = await doctor(environment);
    expect(seen.output).toContain('PostgreSQL 15 made it: the next start upgrades it to PostgreSQL 18.');
  });

  it(`loses nothing to ${KILLS} kills of its upgrade`, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const program = await RunningProgram.start(environment);
      await program.prints('Upgrading the database from PostgreSQL 15 to 18');
      const newServer = () => globSync(join(data.path, 'postgres.new-*/cluster/postmaster.pid')).length > 0;
      if (kill > 0) await eventually(newServer);
      await sleep(kill * 150);
      await program.kill('SIGKILL');
      expect(existsSync(join(data.path, 'postgres-15'))).toBe(false);
    }
    const program = await (await RunningProgram.start(environment)).ready();
    const answer = await fetch(`${program.base_url}/api/clients`, { headers: session });
    expect(await answer.json()).toMatchObject({ items: [{ name: 'Ünal' }] });
    const server = inspectEmbeddedServer(data.path);
    if (server.kind !== 'running') throw new Error('The server does not run.');
    expect(await rowsOf(server.urls.owner)).toEqual(before);
    await program.kill('SIGTERM');
    expect(runningServerOf(data.path)).toEqual([]);
    expect(globSync(join(data.path, 'postgres.new-*'))).toEqual([]);
  });

  it('can be put back, and is forgotten on request', async () => {
    const [old, upgraded] = ['postgres-15', 'postgres-18'].map((name) => join(data.path, name)) as [
      string,
      string,
    ];
    const back = await runInProcess('doctor', environment, ['--back-to-old']);
    expect(back.output).toContain('The database of PostgreSQL 15 is in its place again.');
    expect([existsSync(old), existsSync(upgraded)]).toEqual([false, true]);
    const forgotten = await runInProcess('doctor', environment, ['--forget-old']);
    expect(forgotten.output).toBe(`Removed ${upgraded}.\n`);
    expect(existsSync(upgraded)).toBe(false);
  });
});

async function run<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** How many rows each table has. */
async function rowsOf(urls: Record<'panel' | 'memory', string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of ['panel', 'memory'] as const) {
    const tables = await run<{ table: string }>(
      urls[name],
      `select tablename::text as table from pg_tables where schemaname = 'public'`,
    );
    for (const { table } of tables) {
      const [counted] = await run<{ rows: number }>(
        urls[name],
        `select count(*)::int as rows from "${table}"`,
      );
      counts[`${name}.${table}`] = counted?.rows ?? -1;
    }
  }
  return counts;
}
