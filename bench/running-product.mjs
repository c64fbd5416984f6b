import { join } from 'node:path';
import { loadSources } from './lib/bundle.mjs';
import { temporaryFolder } from './lib/servers/cluster.mjs';
import { ADMIN } from './lib/secrets.mjs';
import { freePort, logIn, startProgram } from './lib/servers/servers.mjs';
import { startTlsProxy } from './lib/servers/tls-proxy.mjs';

/**
 * Starts the built program with its own PostgreSQL, in a folder that `stop` removes.
 * @param hasTls whether `public_url` is nginx in front of it, with TLS and HTTP/2
 */
export async function startProduct({ hasTls = false } = {}) {
  const stack = new AsyncDisposableStack();
  try {
    const folder = temporaryFolder(stack);
    const dataDir = join(folder, 'data');
    const port = await freePort();
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' };
    const { base_url, memory } = await startProgram(stack, { name: 'product', port, environment, folder });
    const token = await logIn(base_url, ADMIN);
    return {
      port,
      base_url,
      public_url: hasTls ? await startTlsProxy(stack, { port, folder }) : base_url,
      data_dir: dataDir,
      token,
      password: ADMIN.password,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      /** Resident memory of the process, in MB. */
      memory_mb: () => memory().now,
      stop: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Fills the databases of a new product with the rows of the demo. */
export async function fillWithDemo({ data_dir }) {
  const { inspectEmbeddedServer } = await loadSources('apps/api/src/database/embedded-server.ts');
  const { fill } = await loadSources('apps/api/src/programs/demo/fill.ts');
  const { panel, memory } = inspectEmbeddedServer(data_dir).urls.owner;
  const today = new Date().toISOString().slice(0, 10);
  await fill({ panel: { owner_url: panel }, memory: { owner_url: memory } }, today);
}
