import { readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { readSettings } from '../../src/config/settings';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { Statements } from '../../src/database/statements/statements';
import { isDatabaseUnavailable } from '../../src/platform/errors/database-unavailable';
import { asSuperuser, createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { serverAddress, throughPort } from '../harness/databases/tcp-proxy';

/** What PostgreSQL says to a session that an administrator ends: an ErrorResponse with severity FATAL. */
const FATAL = errorResponse({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' });

describe('a connection that the server ends', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  afterAll(() => databases.drop());

  it('fails what was to use it, and not the program', async () => {
    const url = databases.urls.panel.direct_url;
    const way = await wayThatAppends(url);
    const through = throughPort(url, way.port);
    const address = { url: through, direct_url: through };
    const options = dataSourceOptions('panel', address, readSettings({ DB_POOL_SIZE: '1' }));
    const dataSource = await new DataSource(options).initialize();
    const statements = new Statements(dataSource, false);

    // The second waits for the one connection of the pool and gets it in the same turn in which the server ends it.
    way.appendToNextAnswer(FATAL);
    const first = statements.run<{ one: number }>({ text: 'select 1 as one' }, []);
    const second = dataSource.query('select 2').catch((error: unknown) => error);
    expect(await first).toEqual([{ one: 1 }]);
    expect(isDatabaseUnavailable(await second)).toBe(true);
    expect(await dataSource.query('select 3 as three')).toEqual([{ three: 3 }]);

    await dataSource.destroy();
    way.close();
  });

  it('is closed with a statement that the driver has given up: nobody commits what its transaction did', async () => {
    const { direct_url } = databases.urls.panel;
    const address = { url: direct_url, direct_url };
    const settings = readSettings({ DB_POOL_SIZE: '1', STATEMENT_TIMEOUT_MS: '1000' });
    const dataSource = await new DataSource(dataSourceOptions('panel', address, settings)).initialize();
    await dataSource.query('create table given_up (n integer)');
    const half = dataSource.transaction(async (transaction) => {
      // The server's own limit would end it cleanly. It takes longer than the ROLLBACK behind it may wait.
      await transaction.query('set local statement_timeout = 0');
      await transaction.query('insert into given_up select 1 from pg_sleep(5)');
    });
    await expect(half).rejects.toThrow('Query read timeout');
    await dataSource.transaction((transaction) => transaction.query('select pg_sleep(0.5)'));
    await asSuperuser(async (client) => {
      const ended = `select from pg_stat_activity where query like 'insert into given_up%' and state = 'active'`;
      for (let tries = 0; tries < 100 && (await client.query(ended)).rowCount !== 0; tries++)
        await client.query('select pg_sleep(0.1)');
    });
    await dataSource.transaction((transaction) => transaction.query('select 1'));
    expect(await dataSource.query('select n from given_up')).toEqual([]);
    await dataSource.destroy();
  });

  it('is not used again where it was made while the database was read-only', async () => {
    // Not through a pooler: what it keeps is its own to end.
    const { direct_url } = databases.urls.panel;
    const address = { url: direct_url, direct_url };
    const name = new URL(direct_url).pathname.slice(1);
    const alter = (change: string) =>
      asSuperuser((client) => client.query(`alter database ${name} ${change}`));
    const options = dataSourceOptions('panel', address, readSettings({ DB_POOL_SIZE: '1' }));
    await alter('set default_transaction_read_only = on');
    const dataSource = await new DataSource(options).initialize();
    const statements = new Statements(dataSource, false);
    await alter('reset default_transaction_read_only');
    const write = () => dataSource.transaction((transaction) => transaction.query('create table kept ()'));

    await expect(write()).rejects.toThrow('read-only transaction');
    await write();

    expect(await statements.run({ text: 'select from kept' }, [])).toEqual([]);
    await dataSource.destroy();
  });

  it.each([
    [
      'the ORM, of a transaction whose connection broke',
      'Query runner already released. Cannot run queries anymore.',
      undefined,
    ],
    [
      'the ORM, of the next statement of such a transaction',
      'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
      undefined,
    ],
    [
      'PostgreSQL, of a statement behind one that could not be prepared',
      'prepared statement "x" does not exist',
      '26000',
    ],
  ])('is told by %s', (_teller, message, code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error(message), code === undefined ? {} : { code }))).toBe(
      true,
    );
  });
});

/** A way to the server that can add bytes behind its next answer, in the same piece. */
async function wayThatAppends(url: string) {
  let appended: Buffer | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(serverAddress(url));
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    incoming.pipe(outgoing);
    outgoing.on('data', (chunk) => {
      const last = appended;
      appended = null;
      incoming.write(last === null ? chunk : Buffer.concat([chunk, last]));
      if (last !== null) incoming.end();
    });
    outgoing.on('close', () => incoming.destroy());
    incoming.on('close', () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    appendToNextAnswer: (bytes: Buffer) => (appended = bytes),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('is away while the file of its Unix socket is missing', async () => {
  const client = new Client({ host: join(tmpdir(), 'no-such-folder'), port: 5432 });
  const refusal: unknown = await client.connect().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refusal)).toBe(true);
  const missingFile: unknown = await readFile(join(tmpdir(), 'no-such-file')).catch(
    (error: unknown) => error,
  );
  expect(isDatabaseUnavailable(missingFile)).toBe(false);
});

function errorResponse(fields: Record<string, string>): Buffer {
  const body = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${name}${value}\0`)
      .join('') + '\0',
  );
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
