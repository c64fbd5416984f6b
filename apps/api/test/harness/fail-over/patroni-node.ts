import { postgresProcessesOf } from '@groupless/embedded-postgres';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NodeSettings {
  name: string;
  /** The configuration file. */
  file: string;
  data: string;
  port: number;
  rest_port: number;
  owner: { uid?: number; gid?: number };
  /** What Patroni reads from its environment, beside what is said here. */
  environment: Record<string, string>;
}

/** One machine of the cluster: Patroni and its PostgreSQL. */
export class PatroniNode {
  private child: ChildProcess | null = null;

  constructor(
    readonly settings: NodeSettings,
    private readonly bin: string,
  ) {
    this.start();
  }

  get name(): string {
    return this.settings.name;
  }

  get rest(): string {
    return `http://127.0.0.1:${this.settings.rest_port}`;
  }

  start(): void {
    const { name, file, data, port, rest_port, owner, environment } = this.settings;
    const log = openSync(`${data}.log`, 'a');
    this.child = spawn('/usr/bin/patroni', [file], {
      ...owner,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        LANG: 'C',
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest_port}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest_port}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: this.bin,
        PATRONI_POSTGRESQL_PGPASS: `${data}.pgpass`,
        ...environment,
      },
    });
  }

  /** As when the machine loses its power. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    const ended = child?.exitCode === null ? once(child, 'exit') : null;
    child?.kill('SIGKILL');
    for (const pid of this.postgres()) kill(pid, 'SIGKILL');
    await ended;
  }

  /** Patroni finds its PostgreSQL dead. */
  killPostmaster(): void {
    const [postmaster] = readFileSync(join(this.settings.data, 'postmaster.pid'), 'utf8').split('\n');
    kill(Number(postmaster), 'SIGKILL');
  }

  /** All stands still, and all connections stay open. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
    for (const pid of this.postgres()) kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.postgres()) kill(pid, 'SIGCONT');
    this.child?.kill('SIGCONT');
  }

  private postgres(): number[] {
    return postgresProcessesOf(this.settings.data);
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
