import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { AccountDto } from '@groupless/shared-dto';
import { openPool } from '../harness/databases/open-pool';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

jest.setTimeout(240_000);

/** More of both with `npm run test:full`. */
const [READS, ROUNDS] = process.env['FULL_TESTS'] === '1' ? [1_000, 4] : [300, 2];
const READERS = 8;
const SWITCH_API_KEY = randomBytes(32).toString('base64url');
const headers = { 'x-api-key': SWITCH_API_KEY, 'content-type': 'application/json' };

describe('reads of the active session', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let panel: Pool;
  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.url, 1);
  });
  afterAll(async () => {
    await panel.end();
    await databases.drop();
    await data.remove();
  });

  function start(): Promise<RunningProgram> {
    return RunningProgram.start({
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
      SWITCH_API_KEY,
      LOG_LEVEL: 'error',
    }).then((program) => program.ready());
  }

  it(`are all recorded, also those of ${ROUNDS} processes that are killed in the middle of ${READS}`, async () => {
    let delivered = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const program = await start();
      const address = `${program.base_url}/api/assistant-accounts`;
      if (round === 1) await storeSession(address);
      let killed: Promise<unknown> | undefined;
      await Promise.all(
        Array.from({ length: READERS }, async () => {
          for (;;) {
            const text = await fetch(`${address}/active-session`, { headers })
              .then((answer) => answer.text())
              .catch(() => null);
            if (text === null) return;
            expect(text).toContain('"accessToken":"at-1"');
            delivered++;
            if (delivered >= (READS / ROUNDS) * round) killed ??= program.kill('SIGKILL');
          }
        }),
      );
      await killed;
    }
    expect(delivered).toBeGreaterThanOrEqual(READS);
    const { rows } = await panel.query<{ count: number }>(
      `select count(*)::int as count from audit_events where action = 'account.session_read'`,
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(delivered);
    expect(rows[0]?.count).toBeLessThanOrEqual(delivered + ROUNDS * READERS);
  });

  async function storeSession(address: string): Promise<void> {
    const accounts = (await (await fetch(address, { headers })).json()) as AccountDto[];
    const { id } = accounts.find(({ is_active }) => is_active)!;
    const body = JSON.stringify({
      session_data: { claudeAiOauth: { accessToken: 'at-1', refreshToken: 'rt-1' } },
    });
    const stored = await fetch(`${address}/${id}/session`, { method: 'PUT', headers, body });
    expect(stored.status).toBe(200);
  }
});
