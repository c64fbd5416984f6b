import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { waitForDatabase } from '../../src/database/opening/wait-for-database';
import { freePort } from '../harness/http/free-port';
import {
  asSuperuser,
  createTestDatabases,
  testServer,
  type TestDatabases,
} from '../harness/databases/test-databases';

describe('waiting for a database', () => {
  let databases: TestDatabases;
  let said: string[];
  const report = (line: string) => said.push(line);

  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
  });
  afterAll(() => databases.drop());
  beforeEach(() => {
    said = [];
  });

  it('says nothing of a database that can serve', async () => {
    await waitForDatabase('panel database', databases.urls.panel.direct_url, report);
    expect(said).toEqual([]);
  });

  it('waits for a server that is away, and says where and why without the password', async () => {
    const port = await freePort();
    const url = new URL(databases.urls.panel.direct_url);
    const { password } = url;
    url.port = String(port);
    const waiting = waitForDatabase('panel database', url.href, report);
    while (said.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const proxy = await forward(port, Number(new URL(testServer().panel_url).port));
    await waiting;
    proxy.close();
    expect(said[0]).toContain(`127.0.0.1:${port}): ECONNREFUSED`);
    expect(said.join('\n')).not.toContain(password);
  });

  it('names a log-in that the server refuses', async () => {
    const url = new URL(databases.urls.panel.direct_url);
    url.password = 'wrong';
    await expect(waitForDatabase('panel database', url.href, report)).rejects.toThrow(
      'refuses this user, password',
    );
  });

  it('names a database that does not exist', async () => {
    const url = new URL(databases.urls.panel.direct_url);
    url.pathname = '/nowhere';
    await expect(waitForDatabase('memory database', url.href, report)).rejects.toThrow(
      'the database does not exist',
    );
  });

  it('names the rights that a role lacks, and how to grant them', async () => {
    const role = `poor_${randomBytes(4).toString('hex')}`;
    const url = new URL(databases.urls.memory.direct_url);
    await asSuperuser((client) => client.query(`create role ${role} login password 'poor'`));
    url.username = role;
    url.password = 'poor';
    const refusal = await waitForDatabase('memory database', url.href, report).catch(
      (error: unknown) => (error as Error).message,
    );
    await asSuperuser((client) => client.query(`drop role ${role}`));
    expect(refusal).toContain(`GRANT ALL ON SCHEMA public TO ${role}`);
    expect(refusal).toContain('CREATE EXTENSION pg_trgm');
  });

  it('names an encoding that cannot hold every text', async () => {
    const name = `test_ascii_${randomBytes(4).toString('hex')}`;
    await asSuperuser((client) =>
      client.query(
        `create database ${name} owner groupless template template0 encoding 'SQL_ASCII' locale 'C'`,
      ),
    );
    const url = new URL(databases.urls.memory.direct_url);
    url.pathname = name;
    const refusal = await waitForDatabase('memory database', url.href, report).catch(
      (error: unknown) => (error as Error).message,
    );
    await asSuperuser((client) => client.query(`drop database ${name}`));
    expect(refusal).toContain('its encoding is SQL_ASCII; UTF8 is needed');
  });
});

/** Lets a port that was dead come alive: what arrives there goes on to another one. */
async function forward(port: number, target: number): Promise<Server> {
  const { connect } = await import('node:net');
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect((server.address() as AddressInfo).port).toBe(port);
  return server;
}
