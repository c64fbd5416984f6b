import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isPostgresOf, pidIsTaken, postgresProcessesOf } from './running-processes';
import type { ServerAddress } from './server-address';

/** The content of `postmaster.pid`, PostgreSQL's documented state file. */
export interface Postmaster {
  readonly pid: number;
  /** Undefined until the server has written it. */
  readonly address: ServerAddress | undefined;
  readonly isReady: boolean;
}

/** The server that runs in the cluster's folder, started by any process; undefined if there is none. */
export function findPostmaster(clusterFolder: string): Postmaster | undefined {
  const noted = readPidFile(clusterFolder);
  return noted !== undefined && isPostgresOf(clusterFolder, noted.pid) ? noted : undefined;
}

/**
 * Removes a stale `postmaster.pid` whose process id is in use, by another process or by a zombie, or that names none, as a
 * full disk leaves it. A new server would take that for the old server and refuse to start.
 */
export function removeStalePidFile(clusterFolder: string): void {
  const pid = readPidFile(clusterFolder)?.pid;
  const isStale =
    pid === undefined
      ? postgresProcessesOf(clusterFolder).length === 0
      : pidIsTaken(pid) && !isPostgresOf(clusterFolder, pid);
  if (isStale) rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
}

function readPidFile(clusterFolder: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
    // A negative number is a server in single-user mode.
    const pid = Math.abs(Number(lines[0]));
    const [, , , port = '', socketFolder = '', listenAddress = '', , status = ''] = lines;
    const host = socketFolder || listenAddress;
    const address = host === '' ? undefined : { host, port: Number(port) };
    return Number.isInteger(pid) && pid > 0
      ? { pid, address, isReady: status.trim() === 'ready' }
      : undefined;
  } catch {
    return undefined;
  }
}
