import { chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError, lastLines } from '../embedded-postgres-error';
import type { Naming } from '../naming';
import { type PostgresPrograms, runProgram } from '../programs/postgres-programs';
import { findPostmaster, type Postmaster, removeStalePidFile } from './postmaster-file';
import { isRunning, isSuspended, postgresProcessesOf, sendSignal } from './running-processes';
import { isAvailable, isListening, prepareAddress, type ServerAddress } from './server-address';
import type { ServerLog } from './server-log';
import { serverOptions } from './server-settings';
import { DataDirInUseError } from '../data-folder/data-dir-lock';
import type { ServerUser } from '../cluster/server-user';
import { isServerOf } from './superuser-client';

export interface ServerSpec {
  readonly naming: Naming;
  readonly clusterFolder: string;
  readonly programs: PostgresPrograms;
  readonly user: ServerUser;
  readonly log: ServerLog;
  /** Further settings of the server, by their PostgreSQL names. */
  readonly settings: Readonly<Record<string, string>>;
  readonly superuserPassword: string;
  readonly report: (line: string) => void;
}

export interface StartSpec extends ServerSpec {
  /** Called before each attempt, because a port can be taken between the choice and the start. */
  readonly chooseAddress: () => Promise<ServerAddress>;
  /** Aborts the attempt, and stops a server that it started. */
  readonly signal: AbortSignal;
}

export interface RunningServer {
  readonly pid: number;
  readonly address: ServerAddress;
  readonly adopted: boolean;
}

/** How long an orphaned server (left by an earlier process) may take to get ready or to end. */
const orphanLimitMs = 60_000;
const silenceLimitMs = 10_000;
/** After a crash the server first replays its log. */
const recoveryLimitS = 3_600;
const retryLimitMs = 20_000;
const shortStopMs = 5_000;
const killLimitMs = 2_000;

// Errors that go away with a retry: processes of a killed server still hold its shared memory, an earlier process has
// just started one, or another program took the port.
const transientFailure =
  /pre-existing shared memory block|lock file ".*postmaster\.pid"|could not (bind|create)/;

/**
 * Returns a server that is ready: an adopted one that an earlier process left, or a new one.
 *
 * Throws an EmbeddedPostgresError after 20 seconds of retries, or at once for an error that a retry cannot mend.
 */
export async function startServer(spec: StartSpec): Promise<RunningServer> {
  await demandNoHiddenServer(spec);
  let giveUpAt: number | undefined;
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    const left = await adoptServer(spec);
    if (left !== undefined) return left;
    spec.signal.throwIfAborted();
    const outcome = await tryToStart(spec);
    if ('pid' in outcome) return outcome;
    giveUpAt ??= performance.now() + retryLimitMs;
    if (!outcome.isTransient || performance.now() > giveUpAt) {
      throw new EmbeddedPostgresError(`The database server could not be started.${lastLines(outcome.said)}`);
    }
    endOrphanedBackends(spec.clusterFolder);
    await pause(waitMs, undefined, { signal: spec.signal });
  }
}

/**
 * Checks that no server in another container (PID namespace) uses the folder. Its process and shared memory are
 * invisible here, and a second server would damage the database.
 * @throws DataDirInUseError
 */
async function demandNoHiddenServer({ clusterFolder, naming }: ServerSpec): Promise<void> {
  if (findPostmaster(clusterFolder) !== undefined || !(await isListening(clusterFolder))) return;
  // A visible server that was started just now is not a hidden one.
  if (findPostmaster(clusterFolder) === undefined)
    throw new DataDirInUseError(dirname(clusterFolder), naming.dataDirSetting, null);
}

/**
 * Stops the server and waits until it is gone: with `pg_ctl stop`, which flushes everything to disk, and with SIGKILL
 * if that takes longer than `patienceMs` or a process is suspended.
 *
 * Returns whether the stop was clean.
 */
export async function stopServer(spec: ServerSpec, patienceMs: number): Promise<boolean> {
  const { clusterFolder } = spec;
  const found = findPostmaster(clusterFolder);
  const processes = postgresProcessesOf(clusterFolder);
  // A full disk may have cut off the note of a server that runs: then pg_ctl finds none.
  const pids = found === undefined ? processes : [found.pid];
  if (pids.length === 0) return false;
  const canBeAsked = found !== undefined && !processes.some(isSuspended);
  const limit = String(Math.ceil(patienceMs / 1_000));
  const isOrderly =
    canBeAsked && (await pgCtl(spec, ['stop', '--mode=fast', `--timeout=${limit}`])).code === 0;
  if (!isOrderly) {
    for (const pid of new Set([...pids, ...postgresProcessesOf(clusterFolder)])) sendSignal(pid, 'SIGKILL');
  }
  const deadline = performance.now() + killLimitMs;
  while (pids.some(isRunning) && performance.now() < deadline) await pause(20);
  return isOrderly;
}

/** The server that an earlier process left, if it can be used. One that cannot is stopped. */
async function adoptServer(spec: StartSpec): Promise<RunningServer | undefined> {
  const found = await waitForPostmaster(spec);
  if (found === undefined || spec.signal.aborted) return undefined;
  const { pid, address, isReady } = found;
  if (address !== undefined && isReady && (await isUsable(address, spec)))
    return { pid, address, adopted: true };
  spec.report('A database server of an earlier run cannot be taken over; it is stopped and started afresh.');
  await stopServer(spec, shortStopMs);
  return undefined;
}

/** Retries while the server does not answer, because the machine may be busy. */
async function isUsable(address: ServerAddress, spec: StartSpec): Promise<boolean> {
  const { clusterFolder, programs, superuserPassword } = spec;
  const deadline = performance.now() + silenceLimitMs;
  while (performance.now() < deadline && !spec.signal.aborted) {
    if (postgresProcessesOf(clusterFolder).some(isSuspended)) return false;
    const answer = await isServerOf(clusterFolder, programs.serverVersion, { address, superuserPassword });
    if (answer !== null) return answer;
  }
  return false;
}

/** Polls the server's pid file, where it notes when it is ready. */
async function waitForPostmaster({ clusterFolder, signal }: StartSpec): Promise<Postmaster | undefined> {
  const deadline = performance.now() + orphanLimitMs;
  for (;;) {
    const found = findPostmaster(clusterFolder);
    if (found === undefined || found.isReady || signal.aborted || performance.now() > deadline) return found;
    if (postgresProcessesOf(clusterFolder).some(isSuspended)) return found;
    await pause(50);
  }
}

async function tryToStart(spec: StartSpec): Promise<RunningServer | { said: string; isTransient: boolean }> {
  const { clusterFolder, log, settings, signal } = spec;
  const address = await spec.chooseAddress();
  const logEnd = log.end();
  removeStalePidFile(clusterFolder);
  prepareAddress(address, spec.user);
  const options = serverOptions(clusterFolder, address, settings);
  const started = log.withFile((file) =>
    pgCtl(spec, ['start', `--timeout=${recoveryLimitS}`, `--options=${options}`], file),
  );
  // `pg_ctl` waits until the server is ready. An abort stops the server, which ends that wait.
  while ((await Promise.race([started, pause(50)])) === undefined) {
    if (signal.aborted) await stopServer(spec, shortStopMs);
  }
  const { code, output } = await started;
  const found = findPostmaster(clusterFolder);
  if (code !== 0 || signal.aborted) await stopServer(spec, shortStopMs);
  signal.throwIfAborted();
  if (code === 0 && found !== undefined) return { pid: found.pid, address, adopted: false };
  const said = log.since(logEnd) || output;
  return { said, isTransient: transientFailure.test(said) || !(await isAvailable(address)) };
}

/** The folder is passed in the environment, because pg_ctl does not escape options in its shell command. */
function pgCtl(spec: ServerSpec, args: string[], stdout?: number) {
  return runProgram(spec.programs.pgCtl, [...args, '--silent', '--wait'], {
    user: spec.user,
    home: spec.clusterFolder,
    tmpFolder: ownTmpFolder(spec),
    env: { PGDATA: spec.clusterFolder },
    ...(stdout === undefined ? {} : { stdout }),
  });
}

function ownTmpFolder({ clusterFolder, user }: ServerSpec): string {
  const folder = join(clusterFolder, 'tmp');
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user.identity !== undefined) {
    chownSync(folder, user.identity.uid, user.identity.gid);
  }
  return folder;
}

// The backends of a killed server end by themselves, but only after a long calculation, whose result is lost. SIGQUIT
// ends them now.
function endOrphanedBackends(clusterFolder: string): void {
  if (findPostmaster(clusterFolder) !== undefined) return;
  for (const pid of postgresProcessesOf(clusterFolder)) {
    sendSignal(pid, isSuspended(pid) ? 'SIGKILL' : 'SIGQUIT');
  }
}
