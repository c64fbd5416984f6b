import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest, { type Test } from 'supertest';
import { ApiDocument } from './documented';
import { goesPastNginx } from './past-nginx';
import { RealNginx } from './real-nginx';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app';
import { goesThrough } from './through';

/** An app on a port of its own. Every answer that `http` gets must stand in the API's documentation. */
export interface ServedApp extends TestApp {
  port: number;
  /** Past what stands before it, for bytes that are no HTTP. */
  own_port: number;
}

/** What an app has before it. */
interface Door {
  port: number;
  close(): Promise<void>;
}

/** As `startTestApp()`, but listening, so that requests can come past supertest and all at once. */
export async function startServedApp(options: TestAppOptions = {}): Promise<ServedApp> {
  const isBehindNginx = goesThrough('nginx') && !goesPastNginx();
  const started = await startTestApp(isBehindNginx ? behindProxy(options) : options);
  await started.app.listen(0, '127.0.0.1');
  const server: Server = started.app.getHttpServer();
  const { port: ownPort } = server.address() as AddressInfo;
  const kind = [
    options.environment,
    options.panel_folder !== undefined,
    options.install_folder !== undefined,
  ];
  const document = await ApiDocument.read(started.http, JSON.stringify(kind));
  const door = isBehindNginx ? await nginxBefore(ownPort, options) : openDoor(ownPort);
  // Unlike a browser it keeps no cookies: a test says which one it sends.
  const http = Object.assign(supertest.agent(`http://127.0.0.1:${door.port}`), {
    _saveCookies: () => undefined,
  });
  http.use((request: Test) => request.expect((response) => document.demand(response)));
  const close = async () => {
    await door.close();
    await started.close();
  };
  return { ...started, http, port: door.port, own_port: ownPort, close };
}

function openDoor(port: number): Door {
  return { port, close: async () => undefined };
}

function behindProxy(options: TestAppOptions): TestAppOptions {
  return { ...options, environment: { TRUST_PROXY: '1', ...options.environment } };
}

/** Where a test says itself which proxies count, nginx believes it where the caller is, as one behind another does. */
async function nginxBefore(port: number, { environment, panel_folder }: TestAppOptions): Promise<Door> {
  const noPanel = mkdtempSync(join(tmpdir(), 'groupless-no-panel-'));
  const believes = environment?.['TRUST_PROXY'] !== undefined;
  const nginx = await RealNginx.start({
    api_ports: [port, port],
    panel_folder: panel_folder ?? noPanel,
    ...(believes ? { extra: 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;' } : {}),
  });
  return {
    port: nginx.port,
    close: async () => {
      await nginx.stop();
      await rm(noPanel, { recursive: true, force: true });
    },
  };
}
