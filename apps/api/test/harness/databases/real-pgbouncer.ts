import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../http/free-port';
import { ownerOf } from './installed-postgres';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Whether the tests behind PgBouncer can run. Says so where they cannot. */
export function pgBouncerIsInstalled(): boolean {
  const isInstalled = existsSync(PROGRAM);
  if (!isInstalled) console.warn('SKIPPED: the tests behind PgBouncer (it is not installed here).');
  return isInstalled;
}

export interface RealPgBouncer {
  port: number;
  stop(): Promise<void>;
}

/** The address of the same database through the pooler. */
export function throughPooler(directUrl: string, port: number): string {
  const url = new URL(directUrl);
  url.port = String(port);
  return url.href;
}

/** Has it renew its connections to a database, as an administrator does when settings of the role have changed. */
export function reconnect(pooledUrl: string): Promise<void> {
  return command(pooledUrl, `reconnect "${new URL(pooledUrl).pathname.slice(1)}"`);
}

/**
 * Runs the PgBouncer of this machine, as an administrator would set it up for the product: connections are lent for
 * a transaction, and logins are by SCRAM on both sides.
 * @param server_url of a database of the server behind it; its role is the one that may log in
 * @param folder an existing folder that the user postgres can enter
 */
export async function startPgBouncer(serverUrl: string, folder: string): Promise<RealPgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const place = join(folder, 'pgbouncer');
  mkdirSync(place, { mode: 0o700 });
  const owner = ownerOf(place);
  const port = await freePort();
  const [ini, users, log] = ['ini', 'users', 'log'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  // The folder is its owner's alone.
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });
  writeFileSync(ini, configuration(`host=${hostname} port=${serverPort}`, port, users, username), {
    mode: 0o644,
  });
  const written = openSync(log, 'w');
  const child = spawn(PROGRAM, [ini], { ...owner, stdio: ['ignore', written, written] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (let attempt = 0; ; attempt++) {
    try {
      await command(throughPooler(serverUrl, port), 'show version');
      break;
    } catch (error) {
      if (attempt > 100 || child.exitCode !== null)
        throw new Error(`PgBouncer does not start: ${readFileSync(log, 'utf8')}`, { cause: error });
      await sleep(50);
    }
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Speaks with PgBouncer itself. */
async function command(pooledUrl: string, text: string): Promise<void> {
  const url = new URL(pooledUrl);
  url.pathname = 'pgbouncer';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function configuration(server: string, port: number, users: string, admin: string): string {
  return `[databases]
* = ${server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = ${admin}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 2000
server_login_retry = 0.1
`;
}
