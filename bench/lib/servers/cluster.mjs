// Starts PostgreSQL as the product does, in its own data folder.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadSources } from '../bundle.mjs';
import { demandRunning } from '../run.mjs';

/** A folder that is removed with the stack. The database's user can enter it, for runs as root. */
export function temporaryFolder(stack) {
  demandRunning(stack);
  const folder = mkdtempSync(join(tmpdir(), 'groupless-bench-'));
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the server of a data folder. It stops with the stack, or by `stop`. */
export async function startCluster(stack, dataDir) {
  const { startEmbeddedServer } = await loadSources('apps/api/src/database/embedded-server.ts');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const server = await startEmbeddedServer({
    dataDir,
    report: () => undefined,
    transport: 'tcp',
  });
  if (stack.disposed) await server.stop();
  demandRunning(stack);
  stack.defer(server.stop);
  const superuser = await connect(stack, server.urls.superuser);
  const { rows } = await superuser.query(
    `select current_setting('data_directory') as folder, current_setting('server_version') as version`,
  );
  const [{ folder, version }] = rows;
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const { owner } = server.urls;
  const { stop } = server;
  return { panelUrl: owner.panel, memoryUrl: owner.memory, pid, version, superuser, stop };
}

/** A connection that is closed with the stack. */
export async function connect(stack, url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  stack.defer(() => client.end());
  return client;
}
