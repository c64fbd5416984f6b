import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../http/free-port';

export interface ServerUrls {
  panel_url: string;
  memory_url: string;
  superuser_url: string;
}

interface InstalledPostgres extends ServerUrls {
  port: number;
  stop(): Promise<void>;
}

/**
 * Runs a PostgreSQL that is installed on this machine, as an administrator would set it up for the product:
 * an ordinary role that owns two databases.
 * @param bin the folder of its programs, such as /usr/lib/postgresql/15/bin
 * @param folder an existing folder that the server's user can enter
 * @param settings of its configuration, each as `name=value`
 */
export async function startInstalledPostgres(
  bin: string,
  folder: string,
  settings: readonly string[] = [],
): Promise<InstalledPostgres> {
  const data = join(folder, 'installed');
  mkdirSync(data, { mode: 0o700 });
  const owner = ownerOf(data);
  const env = { PATH: process.env['PATH'], LANG: 'C' };
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(data, '..', 'installed-password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const initdb = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...owner, env, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);

  const port = await freePort();
  const log = openSync(join(folder, 'installed.log'), 'w');
  const flags = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=200',
    ...settings,
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags.flatMap((flag) => ['-c', flag])], {
    ...owner,
    env,
    stdio: ['ignore', log, log],
  });
  const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const admin = await connected(superuserUrl);
  await admin.query(`create role groupless login password '${password}'`);
  await admin.query('create database groupless owner groupless');
  await admin.query('create database assistant_memory owner groupless');
  await admin.end();
  return {
    port,
    superuser_url: superuserUrl,
    panel_url: `postgres://groupless:${password}@127.0.0.1:${port}/groupless`,
    memory_url: `postgres://groupless:${password}@127.0.0.1:${port}/assistant_memory`,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve());
        server.kill('SIGINT');
      }),
  };
}

/** Gives a folder to the user postgres where the tests run as root, and says who owns it then. */
export function ownerOf(data: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(data, owner.uid, owner.gid);
  return owner;
}

async function connected(url: string): Promise<Client> {
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(100);
    }
  }
}
