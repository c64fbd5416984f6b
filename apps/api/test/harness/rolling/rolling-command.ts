import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstalledPostgres } from '../databases/installed-postgres';
import { startPgBouncer, throughPooler } from '../databases/real-pgbouncer';
import { rollReplicas, type RollingOptions, type RollingReport } from './rolling-restart';

/** As `rollReplicas()`, with a PostgreSQL and a PgBouncer of its own in a folder that is removed at the end. */
export async function rollOnInstalled(
  postgresBin: string,
  options: Omit<RollingOptions, 'urls'>,
): Promise<RollingReport> {
  const folder = mkdtempSync(join(tmpdir(), 'groupless-rolling-'));
  // Where this runs as root, the server's own user must be able to pass through.
  chmodSync(folder, 0o711);
  const server = await startInstalledPostgres(postgresBin, folder);
  try {
    const pooler = await startPgBouncer(server.panel_url, folder);
    const at = (directUrl: string) => ({ url: throughPooler(directUrl, pooler.port), direct_url: directUrl });
    try {
      return await rollReplicas({
        ...options,
        urls: { panel: at(server.panel_url), memory: at(server.memory_url) },
      });
    } finally {
      await pooler.stop();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
