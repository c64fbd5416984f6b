import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import supertest, { type Test } from 'supertest';
import { ApiDocument } from './documented';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app';

/** An app on a port of its own. Every answer that `http` gets must stand in the API's documentation. */
export interface ServedApp extends TestApp {
  port: number;
}

/** Reused by later requests of one file, where supertest alone would start and stop a server for each. */
export async function startServedApp(options: TestAppOptions = {}): Promise<ServedApp> {
  const started = await startTestApp(options);
  await started.app.listen(0, '127.0.0.1');
  const server: Server = started.app.getHttpServer();
  const { port } = server.address() as AddressInfo;
  const document = await ApiDocument.read(started.http);
  const http = supertest.agent(server);
  http.use((request: Test) => request.expect((response) => document.demand(response)));
  return { ...started, http, port };
}
