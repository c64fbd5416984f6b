import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DatabaseUrls } from '../../src/database/data-source-options';
import { nginxIsInstalled } from '../harness/apps/real-nginx';
import {
  pgBouncerIsInstalled,
  startPgBouncer,
  throughPooler,
  type RealPgBouncer,
} from '../harness/databases/real-pgbouncer';
import { rollReplicas } from '../harness/rolling/rolling-restart';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { createTestDatabases, testServer, type TestDatabases } from '../harness/databases/test-databases';

jest.setTimeout(240_000);

const hasPgbouncer = pgBouncerIsInstalled();
const IS_FULL = process.env['FULL_TESTS'] === '1';
if (!IS_FULL) console.warn('SKIPPED: rolling restarts under traffic (npm run test:full).');

(hasPgbouncer ? describe : describe.skip)('replicas behind PgBouncer', () => {
  let folder: string;
  let data: DataFolder;
  let pooler: RealPgBouncer;
  let databases: TestDatabases;
  let urls: DatabaseUrls;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groupless-pooler-'));
    chmodSync(folder, 0o711);
    pooler = await startPgBouncer(testServer().panel_url, folder);
  });
  beforeEach(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases({ empty: true });
    const [panel, memory] = [databases.urls.panel, databases.urls.memory].map(({ direct_url }) => ({
      url: throughPooler(direct_url, pooler.port),
      direct_url,
    })) as [DatabaseUrls['panel'], DatabaseUrls['memory']];
    urls = { panel, memory };
  });
  afterEach(async () => {
    await databases.drop();
    await data.remove();
  });
  afterAll(async () => {
    await pooler.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (more: Record<string, string> = {}) =>
    RunningProgram.start({
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: urls.panel.url,
      PANEL_DATABASE_DIRECT_URL: urls.panel.direct_url,
      MEMORY_DATABASE_URL: urls.memory.url,
      MEMORY_DATABASE_DIRECT_URL: urls.memory.direct_url,
      DB_PREPARED_STATEMENTS: 'false',
      ...more,
    });

  it('migrate empty databases once when three start at once, and give the role its limits once', async () => {
    const programs = await Promise.all([start(), start(), start()]);
    await Promise.all(programs.map((program) => program.ready()));
    const said = programs.map((program) => program.output).join('');
    const steps = said.match(/(Migrated|Gave the role of) the (panel|memory) database/g)?.sort();
    expect(steps).toEqual([
      'Gave the role of the memory database',
      'Gave the role of the panel database',
      'Migrated the memory database',
      'Migrated the panel database',
    ]);
    const made = await Promise.all(
      programs.map((program) =>
        postJson(program.webhook('assistant-task'), { action: 'create', task: 'one' }),
      ),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    for (const program of programs) expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('wait for a lock no longer than the limit, which lies with the role there', async () => {
    const program = await (await start({ LOCK_TIMEOUT_MS: '200' })).ready();
    const holder = new Client({ connectionString: urls.memory.direct_url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table assistant_state');
    const answer = await postJson(program.webhook('assistant-update-state'), { key: 'locked', value: '1' });
    await holder.query('rollback');
    await holder.end();
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'database_unavailable' }),
    ]);
    await program.kill('SIGTERM');
  });

  (nginxIsInstalled() && IS_FULL ? it : it.skip)(
    'are restarted in turn under traffic without a failed request, and readers of events miss nothing',
    async () => {
      const rolled = await rollReplicas({ urls, rounds: 2, per_second: 20, readers: 2, kills: false });
      expect(rolled).toMatchObject({ failures: [], missed: 0, restarts: 4 });
      expect(rolled.resyncs).toBeGreaterThan(0);
      expect(rolled.booked).toBeGreaterThan(0);
    },
  );
});
