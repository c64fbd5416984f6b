import { postgresProcessesOf } from '@groupless/embedded-postgres';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { freePort } from '../http/free-port';
import { ownerOf, type ServerUrls } from './installed-postgres';

export const POSTGRES_15 = '/usr/lib/postgresql/15/bin';

/** `describe` for what needs programs of PostgreSQL that do not come with the packages. */
export function describeWithPostgres15(...suite: Parameters<typeof describe>): void {
  const isInstalled = existsSync(join(POSTGRES_15, 'pg_basebackup'));
  if (!isInstalled) console.warn('SKIPPED: the tests of replicas (no PostgreSQL 15 is installed here).');
  (isInstalled ? describe : describe.skip)(...suite);
}

/** A standby that streams from an installed server. */
export class StreamingReplica {
  private constructor(
    private readonly child: ChildProcess,
    private readonly data: string,
    private readonly port: number,
    private readonly admin: Pool,
  ) {}

  static async of(primary: ServerUrls, folder: string): Promise<StreamingReplica> {
    const slot = `replica_${await freePort()}`;
    const data = join(folder, slot);
    mkdirSync(data, { mode: 0o700 });
    const owner = ownerOf(data);
    // The slot (-C -S): the primary keeps what the standby has not received, however late it connects.
    const words = ['-D', data, '-R', '-C', '-S', slot, '--no-sync', '-X', 'stream', '-c', 'fast'];
    words.push('-d', primary.superuser_url);
    const made = spawnSync(join(POSTGRES_15, 'pg_basebackup'), words, { ...owner, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`pg_basebackup failed: ${made.stderr}`);
    const port = await freePort();
    const flags = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
    const start = ['-D', data, '-c', 'max_connections=200', ...flags.flatMap((flag) => ['-c', flag])];
    const log = openSync(`${data}.log`, 'w');
    const child = spawn(join(POSTGRES_15, 'postgres'), start, { ...owner, stdio: ['ignore', log, log] });
    const admin = new Pool({ connectionString: at(primary.superuser_url, port), max: 1 });
    admin.on('error', () => undefined);
    const replica = new StreamingReplica(child, data, port, admin);
    await replica.answers();
    return replica;
  }

  /** The same database as a URL of the primary names. */
  url(primaryUrl: string): string {
    return at(primaryUrl, this.port);
  }

  async pauseReplay(): Promise<void> {
    await this.admin.query('select pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await this.admin.query('select pg_wal_replay_resume()');
  }

  async setDelay(ms: number): Promise<void> {
    await this.admin.query('alter system set recovery_min_apply_delay = '.concat(String(ms)));
    await this.admin.query('select pg_reload_conf()');
  }

  /** Its connections stay open, and nothing answers on them. */
  freeze(): void {
    for (const pid of postgresProcessesOf(this.data)) process.kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of postgresProcessesOf(this.data)) process.kill(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.admin.ended) return;
    await this.admin.end();
    this.child.kill('SIGQUIT');
    await once(this.child, 'exit');
  }

  private async answers(): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      try {
        await this.admin.query('select 1');
        return;
      } catch {
        await sleep(50);
      }
    }
    throw new Error('The replica does not answer.');
  }
}

function at(primaryUrl: string, port: number): string {
  const url = new URL(primaryUrl);
  url.port = String(port);
  return url.href;
}
