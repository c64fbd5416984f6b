import { earlierPrograms, serverUser } from '@groupless/embedded-postgres';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

jest.setTimeout(7_200_000);

const PASSWORD = 'a password of a first admin';
const IS_FULL = process.env['FULL_TESTS'] !== undefined;
/** In the full form those of the package that an upgrade fetches with npm. */
const MAJOR = IS_FULL ? '17' : '15';
const GIVEN = IS_FULL ? null : join(POSTGRES_15, '..');
const KILLS = IS_FULL ? 20 : 3;
const MESSAGES = Number(process.env['UPGRADE_MESSAGES'] ?? (IS_FULL ? 50_000 : 2_000));

const describeUpgrade = IS_FULL ? describe : describeWithPostgres15;
describeUpgrade(`an embedded database that PostgreSQL ${MAJOR} made`, () => {
  let data: DataFolder;
  let environment: Record<string, string>;
  let session: { authorization: string };
  let before: Record<string, number>;
  let upgrade_ms: number;
  const kept = () => join(data.path, `postgres-${MAJOR}`);

  beforeAll(async () => {
    data = makeDataFolder();
    environment = { DATA_DIR: data.path, ADMIN_PASSWORD: PASSWORD };
    if (GIVEN !== null) environment['EARLIER_POSTGRES_PROGRAMS'] = GIVEN;
    mkdirSync(data.path, { mode: 0o711 });
    const { initdb } = await earlierPrograms({
      major: MAJOR,
      given: GIVEN,
      dataDir: data.path,
      user: serverUser(undefined, () => undefined),
      systemFolder: '/var/lib/groupless',
    });
    const installed = await startInstalledPostgres(dirname(initdb), data.path);
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
    await eventually(async () => (await run(memory, 'select from search_queue limit 1')).length === 0);
    await program.kill('SIGTERM');
    for (const url of [panel, memory]) await run(asSuperuser(url, installed.superuser_url), OF_ANOTHER_ROLE);
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

  const startUpgrade = async () => {
    const program = await RunningProgram.start(environment);
    return program.prints(`Upgrading the database from PostgreSQL ${MAJOR} to 18`);
  };

  it('is named by the doctor, with what the next start does', async () => {
    const seen = await doctor(environment);
    expect(seen.output).toContain(
      `PostgreSQL ${MAJOR} made it: the next start upgrades it to PostgreSQL 18.`,
    );
  });

  it('is upgraded with all its rows', async () => {
    const program = await startUpgrade();
    const began = performance.now();
    await program.prints('Upgraded.');
    for (const name of ['panel', 'memory'])
      expect(program.output).toContain(
        `Left in the old ${name} database, since they are no tables of this program: reports.`,
      );
    upgrade_ms = performance.now() - began;
    await program.ready();
    const rows = Object.values(before).reduce((sum, count) => sum + count);
    if (IS_FULL)
      process.stderr.write(`${rows} rows were copied and compared in ${Math.round(upgrade_ms / 1_000)} s.\n`);
    await demandAll(program);
  });

  it('can be put back, and is forgotten on request', async () => {
    const upgraded = join(data.path, 'postgres-18');
    const back = await runInProcess('doctor', environment, ['--back-to-old']);
    expect(back.output).toContain(`The database of PostgreSQL ${MAJOR} is in its place again.`);
    expect([existsSync(kept()), existsSync(upgraded)]).toEqual([false, true]);
    const forgotten = await runInProcess('doctor', environment, ['--forget-old']);
    expect(forgotten.output).toBe(`Removed ${upgraded}.\n`);
    expect(existsSync(upgraded)).toBe(false);
  });

  it(`loses nothing to ${KILLS} kills of its upgrade`, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const program = await startUpgrade();
      await sleep((upgrade_ms * (kill + 0.5)) / KILLS);
      await program.kill('SIGKILL');
      // This time it was faster. A killed program leaves its database running, which the next one ends.
      if (existsSync(kept())) {
        const again = await (await RunningProgram.start(environment)).ready();
        await again.kill('SIGTERM');
        const back = await runInProcess('doctor', environment, ['--back-to-old']);
        expect([back.code, back.output]).toEqual([0, back.output]);
      }
      await runInProcess('doctor', environment, ['--forget-old']);
    }
    const program = await (await startUpgrade()).ready();
    await demandAll(program);
    expect(globSync(join(data.path, 'postgres.new-*'))).toEqual([]);
  });

  /** What was there before is there, and the program ends as it should. */
  async function demandAll(program: RunningProgram): Promise<void> {
    const answer = await fetch(`${program.base_url}/api/clients`, { headers: session });
    expect(await answer.json()).toMatchObject({ items: [{ name: 'Ünal' }] });
    const server = inspectEmbeddedServer(data.path);
    if (server.kind !== 'running') throw new Error('The server does not run.');
    expect(await rowsOf(server.urls.owner)).toEqual(before);
    await program.kill('SIGTERM');
    expect(runningServerOf(data.path)).toEqual([]);
  }
});

/** As a report that somebody has made with the superuser's password. */
const OF_ANOTHER_ROLE = 'create table reports (id serial); insert into reports default values';

function asSuperuser(url: string, superuser: string): string {
  return new URL(new URL(url).pathname, superuser).href;
}

async function run<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** How many rows each table of the program has. */
async function rowsOf(urls: Record<'panel' | 'memory', string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of ['panel', 'memory'] as const) {
    const tables = await run<{ table: string }>(
      urls[name],
      `select tablename::text as table from pg_tables where schemaname = 'public' and tableowner = current_user`,
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
