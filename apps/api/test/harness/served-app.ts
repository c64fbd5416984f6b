import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import supertest, { type Test } from 'supertest';
import { ApiDocument } from './documented';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app';

/** An app on a port of its own. Every answer that `http` gets must stand in the API's documentation. */
export interface ServedApp extends TestApp {
  port: number;
}

/** As `startTestApp()`, but listening, so that requests can come past supertest and all at once. */
export async function startServedApp(options: TestAppOptions = {}): Promise<ServedApp> {
  const started = await startTestApp(options);
  await started.app.listen(0, '127.0.0.1');
  const server: Server = started.app.getHttpServer();
  const { port } = server.address() as AddressInfo;
  const document = await ApiDocument.read(started.http);
  // Unlike a browser it keeps no cookies: a test says which one it sends.
  const http = Object.assign(supertest.agent(server), { _saveCookies: () => undefined });
  http.use((request: Test) => request.expect((response) => document.demand(response)));
  return { ...started, http, port };
}
