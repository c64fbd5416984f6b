import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openPool } from '../harness/databases/open-pool';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { SECRETS } from '../harness/apps/test-app';
import { eventually, WAITS_FOR_LOCK } from '../harness/data/times';

const PASSWORD = 'correct horse battery staple';

describe('a process that is killed in the middle of an import', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let panel: Pool;
  let program: RunningProgram;
  let temporary: string;

  beforeAll(async () => {
    data = makeDataFolder();
    temporary = mkdtempSync(join(tmpdir(), 'import-crash-'));
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.url, 2);
    await start();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await panel.end();
    await databases.drop();
    await data.remove();
    await rm(temporary, { recursive: true });
  });

  async function start(): Promise<void> {
    program = await RunningProgram.start({
      ...{ DATA_DIR: data.path, TMPDIR: temporary, ADMIN_PASSWORD: PASSWORD },
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
      LOCK_TIMEOUT_MS: '20000',
      ...SECRETS,
    });
    await program.ready();
  }

  async function importFile(file: string): Promise<unknown> {
    const credentials = { email: 'admin@localhost', password: PASSWORD };
    const loggedIn = await postJson(`${program.base_url}/api/auth/login`, credentials);
    const { access_token } = (await loggedIn.json()) as { access_token: string };
    const answer = await fetch(`${program.base_url}/api/clients/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'text/csv' },
      body: file,
    });
    return answer.json();
  }

  it('has stored none of the rows, leaves no file behind, and keeps no later import from running', async () => {
    const file = `id,name,phone\n${Array.from({ length: 2_000 }, (_, index) => {
      return index < 1_999 ? `,n${index},` : `0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11,last,`;
    }).join('\n')}`;
    // The import has made all clients but one when it meets somebody who is making that.
    const holder = await panel.connect();
    await holder.query('begin');
    await holder.query(
      `insert into clients (id, name, source) values ('0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11', 'holder', 'panel')`,
    );
    const answer = importFile(file).catch(() => 'cut off');
    await eventually(async () => (await panel.query(WAITS_FOR_LOCK)).rowCount === 1);
    await program.kill('SIGKILL');
    expect(await answer).toBe('cut off');
    await panel.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'groupless'`);
    await holder.query('rollback');
    holder.release();
    const count = async (table: string) =>
      (await panel.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]!.count;
    expect(await count('clients')).toBe(0);
    expect(await count(`audit_events where action = 'clients.imported'`)).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    await start();
    const counts = { created: 2_000, updated: 0, skipped: 0, failed: [] };
    expect(await importFile(file)).toMatchObject({ ...counts, not_made_total: 0, warnings_total: 0 });
    expect(await count('clients')).toBe(2_000);
  });
});
