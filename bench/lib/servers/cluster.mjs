// PostgreSQL as the product starts it, in a data folder of its own.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadSources } from '../bundle.mjs';
import { demandRunning } from '../run.mjs';

/** A folder that is removed when the stack is undone. Where this runs as root, the database's user can pass through. */
export function temporaryFolder(stack) {
  demandRunning(stack);
  const folder = mkdtempSync(join(tmpdir(), 'groupless-bench-'));
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the server of a data folder; it stops when the stack is undone, or by `stop`. */
export async function startCluster(stack, data_dir) {
  const { startEmbeddedPostgres } = await loadSources('apps/api/src/database/embedded/embedded-postgres.ts');
  mkdirSync(data_dir, { recursive: true, mode: 0o711 });
  const server = await startEmbeddedPostgres({ data_dir, report: () => undefined, transport: 'tcp' });
  if (stack.disposed) await server.stop();
  demandRunning(stack);
  stack.defer(server.stop);
  const superuser = await connect(stack, server.superuser_url);
  const { rows } = await superuser.query(
    `select current_setting('data_directory') as folder, current_setting('server_version') as version`,
  );
  const [{ folder, version }] = rows;
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const { panel_url, memory_url, stop } = server;
  return { panel_url, memory_url, pid, version, superuser, stop };
}

/** A connection that ends when the stack is undone. */
export async function connect(stack, url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  stack.defer(() => client.end());
  return client;
}
