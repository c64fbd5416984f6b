import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDirInUseError } from './data-folder/data-dir-lock';
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './start';
import { inspectServer } from './inspect-server';
import { postgresProcessesOf } from './server/running-processes';
import {
  bundle,
  cleanUp,
  fastSettings,
  kill,
  NAMING,
  newDataDir,
  ownerScript,
  query,
  queryOnceBack,
  serverPid,
  startOwner,
  type NamedServer,
} from './spec-support';

const trustedExtensions = ['pg_trgm', 'btree_gist', 'citext', 'unaccent', 'pgcrypto'];
const reported: string[] = [];
let script: string;
let dataDir: string;
let cluster: string;

// One folder for the whole file: each test leaves it without a server, as the next one needs it.
beforeAll(() => {
  script = bundle(ownerScript);
  dataDir = newDataDir('donn\u00e9es priv\u00e9es');
  cluster = join(dataDir, 'postgres');
});

afterAll(cleanUp);

async function withServer<T>(action: (server: NamedServer) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({
    dataDir,
    naming: NAMING,
    settings: fastSettings,
    report: (line) => reported.push(line),
  });
  try {
    return await action(server);
  } finally {
    await server.stop();
    expect(serverPid(cluster)).toBeUndefined();
  }
}

function everyFileIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
}

it('makes two UTF-8 databases that sort and fold alike everywhere', () =>
  withServer(async ({ urls, adopted }) => {
    expect(adopted).toBe(false);
    for (const url of [urls.owner.panel, urls.owner.memory]) {
      expect(
        await query(
          url,
          `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
                  pg_get_userbyid(datdba) AS owner, lower('\u00c9\u0416') AS folded
             FROM pg_database WHERE datname = current_database()`,
        ),
      ).toEqual([
        { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', owner: 'groupless', folded: '\u00e9\u0436' },
      ]);
    }
    const names = await query<{ name: string }>(
      urls.owner.panel,
      'SELECT datname AS name FROM pg_database WHERE NOT datistemplate ORDER BY 1',
    );
    expect(names.map(({ name }) => name)).toEqual(['assistant_memory', 'groupless', 'postgres']);
  }));

it('gives them to a role that is no superuser but can create the trusted extensions', () =>
  withServer(async ({ urls }) => {
    for (const url of [urls.owner.panel, urls.owner.memory]) {
      expect(
        await query(
          url,
          `SELECT rolname,
                  rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty
             FROM pg_roles WHERE rolname = current_user`,
        ),
      ).toEqual([{ rolname: 'groupless', mighty: false }]);
      for (const name of trustedExtensions) await query(url, `CREATE EXTENSION ${name}`);
      // Letters beyond ASCII are letters to the trigram index too.
      expect(await query(url, `SELECT similarity('\u0416\u0443\u043a', '\u0436\u0443\u043a') AS s`)).toEqual([
        { s: 1 },
      ]);
    }
  }));

it('listens on no port, but in a folder that only its user can enter, and wants a password from everybody', () =>
  withServer(async ({ urls }) => {
    expect(
      await query(
        urls.superuser,
        `SELECT current_setting('listen_addresses') AS addresses,
                current_setting('unix_socket_directories') AS sockets,
                current_setting('TimeZone') AS zone, current_setting('max_connections') AS connections,
                (SELECT array_agg(DISTINCT auth_method) FROM pg_hba_file_rules) AS methods`,
      ),
    ).toEqual([
      {
        addresses: '',
        sockets: `"${join(cluster, 'socket')}"`,
        zone: 'UTC',
        connections: '100',
        methods: ['scram-sha-256'],
      },
    ]);
    const folder = statSync(join(cluster, 'socket'));
    expect([folder.mode & 0o777, folder.uid]).toEqual([0o700, statSync(cluster).uid]);
    await expect(query(urls.owner.panel.replace(/:[^:@]+@/, ':wrong@'), 'SELECT')).rejects.toThrow(
      'password authentication failed',
    );
  }));

it('keeps every file private, and passwords and the data of customers out of the log', async () => {
  const secrets = await withServer(async ({ urls }) => {
    await expect(query(urls.owner.panel, `SELECT 'Mrs Miller'::date`)).rejects.toThrow('Mrs Miller');
    await expect(query(urls.owner.panel, 'SELECT $1::text::int', ['Mr Smith'])).rejects.toThrow('Mr Smith');
    for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
      if (entry.isFile())
        expect([entry.name, statSync(join(dataDir, entry.name)).mode & 0o777]).toEqual([entry.name, 0o600]);
    }
    for (const path of everyFileIn(cluster)) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    return [urls.owner.panel, urls.superuser].map((url) => new URL(url).password);
  });
  const written = readFileSync(join(dataDir, 'postgres.log'), 'utf8') + reported.join('\n');
  expect(written).toContain('ready to accept connections');
  for (const secret of [...secrets, 'Mrs Miller', 'Mr Smith']) expect(written).not.toContain(secret);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});

it('tells a second start who holds the folder, and frees it when stopped', () =>
  withServer(async () => {
    const second = startEmbeddedPostgres({ dataDir, naming: NAMING, report: () => undefined });
    await expect(second).rejects.toThrow(DataDirInUseError);
    await expect(second).rejects.toThrow(`in use by process ${process.pid}`);
  }));

it('finds a short folder for its socket where the path of the data folder is too long for one', async () => {
  const long = join(newDataDir(), 'long'.repeat(25));
  const server = await startEmbeddedPostgres({
    dataDir: long,
    naming: NAMING,
    settings: fastSettings,
    report: () => undefined,
  });
  const folder = new URL(server.urls.owner.panel).searchParams.get('host') ?? '';
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await query(server.urls.owner.panel, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(inspectServer(long, NAMING)).toMatchObject({ kind: 'running', urls: server.urls });
  await server.stop();
  expect(existsSync(folder)).toBe(false);
});

it('by TCP comes back on the same port, unless that is taken', async () => {
  const withServer = async <T>(action: (server: NamedServer) => Promise<T>): Promise<T> => {
    const server = await startEmbeddedPostgres({
      dataDir,
      naming: NAMING,
      settings: fastSettings,
      report: () => undefined,
      transport: 'tcp',
    });
    return action(server).finally(() => server.stop());
  };
  const url = await withServer(({ urls }) => Promise.resolve(urls.owner.panel));
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(await withServer(({ urls }) => Promise.resolve(urls.owner.panel))).toBe(url);
  const taker = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(taker, 'listening');
  await withServer(async ({ urls }) => {
    expect(new URL(urls.owner.panel).port).not.toBe(new URL(url).port);
    expect(await query(urls.owner.panel, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
  taker.close();
});

it('adopts the server that a killed process left, with its data', async () => {
  const owner = startOwner(script, dataDir);
  const { urls } = await owner.says('server');
  await query(urls.owner.panel, 'CREATE TABLE kept AS SELECT 7 AS number');
  const pid = serverPid(cluster);
  await owner.kill();
  expect(serverPid(cluster)).toBe(pid);

  await withServer(async (server) => {
    expect(server.adopted).toBe(true);
    expect(server.urls.owner.panel).toBe(urls.owner.panel);
    expect(serverPid(cluster)).toBe(pid);
    expect(await query(urls.owner.panel, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });
});

it('waits for what the session of a killed process is still making', async () => {
  const owner = startOwner(script, dataDir);
  const { urls } = await owner.says('server');
  const session = new Client({ connectionString: urls.superuser });
  await session.connect();
  await session.query(`SELECT pg_advisory_lock(${NAMING.advisoryLock}, 0)`);
  await session.query('DROP DATABASE assistant_memory');
  await owner.kill();
  const makesItLate = (async () => {
    await pause(300);
    await session.query('CREATE DATABASE assistant_memory OWNER groupless');
    await session.end();
  })();
  await withServer(async ({ urls }) => {
    await makesItLate;
    expect(await query(urls.owner.memory, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('starts a killed server again by itself, with all that was committed', () =>
  withServer(async ({ urls }) => {
    await query(urls.owner.panel, 'CREATE TABLE committed AS SELECT generate_series(1, 1000) AS number');
    // A process of the server that does not notice the death of its parent holds up the next start.
    const endless = query(urls.owner.panel, 'DO $$ BEGIN LOOP END LOOP; END $$').catch(() => 'lost');
    await pause(200);
    const pid = serverPid(cluster) ?? 0;
    await kill(pid);
    expect(await queryOnceBack(urls.owner.panel, 'SELECT count(*)::int AS rows FROM committed')).toEqual([
      { rows: 1000 },
    ]);
    expect(await endless).toBe('lost');
    expect(serverPid(cluster)).not.toBe(pid);
  }));

it('starts an adopted server again too', async () => {
  const owner = startOwner(script, dataDir);
  await owner.says('server');
  await owner.kill();
  await withServer(async ({ urls, adopted }) => {
    expect(adopted).toBe(true);
    await kill(serverPid(cluster) ?? 0);
    expect(await queryOnceBack(urls.owner.panel, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('moves with its folder, also while a server that was left runs there', async () => {
  const owner = startOwner(script, dataDir);
  await owner.says('server');
  await owner.kill();
  const moved = `${dataDir} 2`;
  renameSync(dataDir, moved);
  const server = await startEmbeddedPostgres({
    dataDir: moved,
    naming: NAMING,
    settings: fastSettings,
    report: () => undefined,
  });
  expect(server.adopted).toBe(false);
  expect(await query(server.urls.owner.panel, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  await server.stop();
  renameSync(moved, dataDir);
});

it('starts afresh after the process and its server were killed together', async () => {
  const owner = startOwner(script, dataDir);
  const { urls } = await owner.says('server');
  await query(urls.owner.panel, 'CREATE TABLE survived AS SELECT 8 AS number');
  await Promise.all([owner.kill(), kill(serverPid(cluster) ?? 0)]);
  await withServer(async (server) => {
    expect(server.adopted).toBe(false);
    expect(await query(server.urls.owner.panel, 'SELECT number FROM survived')).toEqual([{ number: 8 }]);
  });
});

it('leaves no server behind when it is stopped while it starts one again', async () => {
  for (const delayMs of [0, 5, 20, 50, 100, 200]) {
    await withServer(async () => {
      await kill(serverPid(cluster) ?? 0);
      await pause(delayMs);
    });
  }
});

it('leaves no server behind whose own note a full disk has cut off', async () => {
  await withServer(() => {
    truncateSync(join(cluster, 'postmaster.pid'));
    return Promise.resolve();
  });
  expect(postgresProcessesOf(cluster)).toEqual([]);
  await withServer(({ urls }) => query(urls.owner.panel, 'select 1'));
});

it('is stopped by a process that ends in an orderly way, and leaves nothing of its own', async () => {
  const owner = startOwner(script, dataDir);
  await owner.says('server');
  await owner.stop();
  expect(serverPid(cluster)).toBeUndefined();
  expect(readdirSync(dataDir).sort()).toEqual(['database-passwords.json', 'postgres', 'postgres.log']);
});

it('lends its server to a program beside it, which cannot stop it', () =>
  withServer(async (owner) => {
    const joined = await joinEmbeddedPostgres({
      dataDir,
      naming: NAMING,
      settings: fastSettings,
      report: () => undefined,
    });
    expect(joined.urls.owner.panel).toBe(owner.urls.owner.panel);
    await joined.stop();
    expect(await query(owner.urls.owner.memory, 'SELECT 1 AS still')).toEqual([{ still: 1 }]);
  }));

it('is started for a program that finds none to join', async () => {
  const joined = await joinEmbeddedPostgres({
    dataDir,
    naming: NAMING,
    settings: fastSettings,
    report: () => undefined,
  });
  expect(await query(joined.urls.owner.memory, 'SELECT 1 AS here')).toEqual([{ here: 1 }]);
  await joined.stop();
  expect(serverPid(cluster)).toBeUndefined();
});
