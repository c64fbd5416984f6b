import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPrograms } from './postgres-programs';
import {
  isPostgresOf,
  isRunning,
  isSuspended,
  pidIsTaken,
  postgresProcessesOf,
  startMark,
} from './running-processes';
import type { ServerLog } from './server-log';
import type { ServerAddress } from './server-address';
import { serverArguments } from './server-settings';
import { type ServerUser, spawnSettings } from './server-user';

/** A server process, spawned by this process or left by an earlier one. */
export interface Postmaster {
  readonly pid: number;
  /** Undefined where the server has not noted it yet. */
  readonly address: ServerAddress | undefined;
  readonly cluster_folder: string;
  readonly adopted: boolean;
  /** Settles when the process has ended; waiting for it does not keep this process alive. */
  whenGone(): Promise<void>;
  /** Whether the process id still means this server. */
  isOurs(): boolean;
}

export interface ReachablePostmaster extends Postmaster {
  readonly address: ServerAddress;
}

export interface PostmasterSpec {
  readonly cluster_folder: string;
  readonly programs: PostgresPrograms;
  readonly user: ServerUser;
  readonly log: ServerLog;
  readonly settings: Readonly<Record<string, string>>;
}

const watchIntervalMs = 250;
const stopCheckIntervalMs = 20;
const forceLimitMs = 2_000;

/**
 * Starts the server process; whether it gets ready is another question.
 *
 * It gets a session of its own, so that Ctrl-C in the terminal reaches only this process, which still has
 * requests to finish; and it outlives this process if that is killed.
 */
export function spawnPostmaster(spec: PostmasterSpec, address: ServerAddress): ReachablePostmaster {
  const { cluster_folder } = spec;
  const child = spec.log.withFile((log) =>
    spawn(spec.programs.postgres, serverArguments(cluster_folder, address, spec.settings), {
      ...spawnSettings(spec.user, cluster_folder, ownTmpFolder(spec)),
      detached: true,
      stdio: ['ignore', log, log],
    }),
  );
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.unref();
  const isOurs = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return { pid: child.pid ?? 0, address, cluster_folder, adopted: false, whenGone: () => ended, isOurs };
}

/** The server process that works in the cluster's folder, whoever started it; undefined without one. */
export function findPostmaster(clusterFolder: string): Postmaster | undefined {
  const { pid, address } = readPidFile(clusterFolder) ?? {};
  if (pid === undefined || !isPostgresOf(clusterFolder, pid)) return undefined;
  const mark = startMark(pid);
  const isOurs = () => isRunning(pid) && startMark(pid) === mark && isPostgresOf(clusterFolder, pid);
  return { pid, address, cluster_folder: clusterFolder, adopted: true, whenGone: () => endOf(pid), isOurs };
}

/**
 * Removes the note of a dead server if its process id is in use: by another process since, or because nobody
 * has collected the dead one. A new server would take that process for the noted one and refuse to start.
 */
export function removeStalePidFile(clusterFolder: string): void {
  const pid = readPidFile(clusterFolder)?.pid;
  if (pid !== undefined && pidIsTaken(pid) && !isPostgresOf(clusterFolder, pid)) {
    rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
  }
}

/**
 * Ends the server and waits until it is gone: in an orderly way, else at once, else by force. `patience_ms`
 * is how long the orderly way, which writes everything to disk, may take. A server with a suspended process is
 * ended by force, since it would not react to anything else. Returns whether it ended in the orderly way.
 */
export async function endPostmaster(postmaster: Postmaster, patienceMs: number): Promise<boolean> {
  const { pid, cluster_folder } = postmaster;
  const isHung = () => postgresProcessesOf(cluster_folder).some(isSuspended);
  const steps = [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 2_000],
  ] as const;
  for (const [signal, limitMs] of steps) {
    if (!postmaster.isOurs()) return signal !== 'SIGINT';
    send(pid, signal);
    const deadline = performance.now() + limitMs;
    while (isRunning(pid) && performance.now() < deadline && !isHung()) await pause(stopCheckIntervalMs);
    if (!isRunning(pid)) return signal === 'SIGINT';
  }
  for (const one of new Set([pid, ...postgresProcessesOf(cluster_folder)])) send(one, 'SIGKILL');
  const deadline = performance.now() + forceLimitMs;
  while (isRunning(pid) && performance.now() < deadline) await pause(stopCheckIntervalMs);
  return false;
}

function endOf(pid: number): Promise<void> {
  const mark = startMark(pid);
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      // Only Linux tells the start without another program, which is too much four times a second.
      const isSame = process.platform !== 'linux' || startMark(pid) === mark;
      if (isRunning(pid) && isSame) return;
      clearInterval(watch);
      resolve();
    }, watchIntervalMs);
    watch.unref();
  });
}

interface PidFile {
  pid: number;
  address: ServerAddress | undefined;
}

function readPidFile(clusterFolder: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
    // A negative number is a server without a postmaster, for a single session.
    const pid = Math.abs(Number(lines[0]));
    const [, , , port = '', socketFolder = '', listenAddress = ''] = lines;
    const host = socketFolder || listenAddress;
    const address = host === '' ? undefined : { host, port: Number(port) };
    return Number.isInteger(pid) && pid > 0 ? { pid, address } : undefined;
  } catch {
    return undefined;
  }
}

function ownTmpFolder({ cluster_folder, user }: PostmasterSpec): string {
  const folder = join(cluster_folder, 'tmp');
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user.identity !== undefined) {
    chownSync(folder, user.identity.uid, user.identity.gid);
  }
  return folder;
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    // There are no signals on Windows; PostgreSQL takes their numbers from a pipe of its own.
    const pipe = connect(`\\\\.\\pipe\\pgsignal_${pid}`);
    pipe.on('error', () => undefined);
    pipe.end(Buffer.from([signal === 'SIGINT' ? 2 : 3]));
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself in this moment.
  }
}
