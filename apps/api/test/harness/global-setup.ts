import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';
import { migrate } from '../../src/database/migrate';
import { startInstalledPostgres } from './installed-postgres';
import { startPgBouncer } from './real-pgbouncer';
import type { TestServer } from './test-databases';
import { goesThrough } from './through';

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined;
}

/** One PostgreSQL for the whole run, with both databases migrated: every test file clones them. */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'groupless-test-'));
  // Where the tests run as root, the server's own user must be able to pass through.
  chmodSync(folder, 0o711);
  const bin = process.env['TEST_POSTGRES_BIN'];
  const server = bin === undefined ? await embedded(folder) : await startInstalledPostgres(bin, folder);
  await migrate('panel', server.panel_url);
  await migrate('memory', server.memory_url);
  const { panel_url, memory_url, superuser_url } = server;
  const pooler = goesThrough('pgbouncer') ? await startPgBouncer(panel_url, folder) : null;
  process.env['TEST_SERVER'] = JSON.stringify({
    ...{ panel_url, memory_url, superuser_url },
    pooler_port: pooler?.port ?? null,
  } satisfies TestServer);
  globalThis.stopTestPostgres = async () => {
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function embedded(dataDir: string) {
  const settings = { fsync: 'off', synchronous_commit: 'off' };
  return startEmbeddedPostgres({ data_dir: dataDir, report: () => undefined, settings, transport: 'tcp' });
}
