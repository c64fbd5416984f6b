import { chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError, lastLines } from '../embedded-postgres-error';
import { type PostgresPrograms, runProgram } from '../programs/postgres-programs';
import { findPostmaster, type Postmaster, removeStalePidFile } from './postmaster-file';
import { isRunning, isSuspended, postgresProcessesOf, sendSignal } from './running-processes';
import { isAvailable, isListening, prepareAddress, type ServerAddress } from './server-address';
import type { ServerLog } from './server-log';
import { serverOptions } from './server-settings';
import { DataDirInUseError } from '../cluster/data-dir-lock';
import type { ServerUser } from '../cluster/server-user';
import { isServerOf } from './superuser-client';

export interface ServerSpec {
  readonly cluster_folder: string;
  readonly programs: PostgresPrograms;
  readonly user: ServerUser;
  readonly log: ServerLog;
  /** Further settings of the server, by their PostgreSQL names. */
  readonly settings: Readonly<Record<string, string>>;
  readonly superuser_password: string;
  readonly report: (line: string) => void;
}

export interface StartSpec extends ServerSpec {
  /** Called before each try, since a port can be taken between the choice and the start. */
  readonly chooseAddress: () => Promise<ServerAddress>;
  /** Ends the attempt; a server started by it is stopped too. */
  readonly signal: AbortSignal;
}

export interface RunningServer {
  readonly pid: number;
  readonly address: ServerAddress;
  readonly adopted: boolean;
}

/** How long a server that an earlier process left may take to get ready, or to end. */
const leftServerLimitMs = 60_000;
const silenceLimitMs = 10_000;
/** After a crash the server first repeats what was not yet in its data files. */
const recoveryLimitS = 3_600;
const retryLimitMs = 20_000;
const impatientStopMs = 5_000;
const killLimitMs = 2_000;

// What the server says when processes of a killed one still hold its shared memory, when an earlier process
// started one just before it was killed, and when somebody else took the port.
const passingObstacle =
  /pre-existing shared memory block|lock file ".*postmaster\.pid"|could not (bind|create)/;

/**
 * Returns a server that is ready, be it one that an earlier process left or a new one.
 *
 * Throws an EmbeddedPostgresError when there is none after 20 seconds of tries, or an obstacle that does not
 * pass by itself.
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
    if (!outcome.passes || performance.now() > giveUpAt) {
      throw new EmbeddedPostgresError(`The database server could not be started.${lastLines(outcome.said)}`);
    }
    endLeftBackends(spec.cluster_folder);
    await pause(waitMs, undefined, { signal: spec.signal });
  }
}

/**
 * In another container a server's process cannot be seen, and neither can its shared memory: a second one in the same folder
 * would damage the database.
 * @throws DataDirInUseError
 */
async function demandNoHiddenServer({ cluster_folder }: ServerSpec): Promise<void> {
  if (findPostmaster(cluster_folder) !== undefined || !(await isListening(cluster_folder))) return;
  // One that was started here at this very moment can be seen.
  if (findPostmaster(cluster_folder) === undefined)
    throw new DataDirInUseError(dirname(cluster_folder), null);
}

/**
 * Stops the server and waits until it is gone: with `pg_ctl stop`, which writes everything to disk, and by force if
 * that takes longer than `patience_ms`. A server with a suspended process would react to nothing else than force.
 *
 * Returns whether it ended in the orderly way.
 */
export async function stopServer(spec: ServerSpec, patienceMs: number): Promise<boolean> {
  const { cluster_folder } = spec;
  const found = findPostmaster(cluster_folder);
  if (found === undefined) return false;
  const isHung = postgresProcessesOf(cluster_folder).some(isSuspended);
  const limit = String(Math.ceil(patienceMs / 1_000));
  const isOrderly = !isHung && (await pgCtl(spec, ['stop', '--mode=fast', `--timeout=${limit}`])).code === 0;
  if (!isOrderly) {
    for (const pid of new Set([found.pid, ...postgresProcessesOf(cluster_folder)]))
      sendSignal(pid, 'SIGKILL');
  }
  const deadline = performance.now() + killLimitMs;
  while (isRunning(found.pid) && performance.now() < deadline) await pause(20);
  return isOrderly;
}

/** The server that an earlier process left, if it can be used; one that cannot is stopped. */
async function adoptServer(spec: StartSpec): Promise<RunningServer | undefined> {
  const found = await settledPostmaster(spec);
  if (found === undefined || spec.signal.aborted) return undefined;
  const { pid, address, is_ready } = found;
  if (address !== undefined && is_ready && (await isUsable(address, spec)))
    return { pid, address, adopted: true };
  spec.report('A database server of an earlier run cannot be taken over; it is stopped and started afresh.');
  await stopServer(spec, impatientStopMs);
  return undefined;
}

/** Asks again while the server does not answer: the machine may be busy. */
async function isUsable(address: ServerAddress, spec: StartSpec): Promise<boolean> {
  const { cluster_folder, programs, superuser_password } = spec;
  const deadline = performance.now() + silenceLimitMs;
  while (performance.now() < deadline && !spec.signal.aborted) {
    if (postgresProcessesOf(cluster_folder).some(isSuspended)) return false;
    const answer = await isServerOf(cluster_folder, programs.server_version, { address, superuser_password });
    if (answer !== null) return answer;
  }
  return false;
}

/** Read anew each time: the server notes there when it is ready. */
async function settledPostmaster({ cluster_folder, signal }: StartSpec): Promise<Postmaster | undefined> {
  const deadline = performance.now() + leftServerLimitMs;
  for (;;) {
    const found = findPostmaster(cluster_folder);
    if (found === undefined || found.is_ready || signal.aborted || performance.now() > deadline) return found;
    if (postgresProcessesOf(cluster_folder).some(isSuspended)) return found;
    await pause(50);
  }
}

async function tryToStart(spec: StartSpec): Promise<RunningServer | { said: string; passes: boolean }> {
  const { cluster_folder, log, settings, signal } = spec;
  const address = await spec.chooseAddress();
  const logEnd = log.end();
  removeStalePidFile(cluster_folder);
  prepareAddress(address, spec.user);
  const options = serverOptions(cluster_folder, address, settings);
  const started = log.withFile((file) =>
    pgCtl(spec, ['start', `--timeout=${recoveryLimitS}`, `--options=${options}`], file),
  );
  // It waits until the server is ready; an aborted start stops the server, and by that ends the waiting.
  while ((await Promise.race([started, pause(50)])) === undefined) {
    if (signal.aborted) await stopServer(spec, impatientStopMs);
  }
  const { code, output } = await started;
  const found = findPostmaster(cluster_folder);
  if (code !== 0 || signal.aborted) await stopServer(spec, impatientStopMs);
  signal.throwIfAborted();
  if (code === 0 && found !== undefined) return { pid: found.pid, address, adopted: false };
  const said = log.since(logEnd) || output;
  return { said, passes: passingObstacle.test(said) || !(await isAvailable(address)) };
}

/** The folder is passed in the environment: as an option, pg_ctl would put it into a shell command without escaping it. */
function pgCtl(spec: ServerSpec, args: string[], stdout?: number) {
  return runProgram(spec.programs.pg_ctl, [...args, '--silent', '--wait'], {
    user: spec.user,
    home: spec.cluster_folder,
    tmp_folder: ownTmpFolder(spec),
    env: { PGDATA: spec.cluster_folder },
    ...(stdout === undefined ? {} : { stdout }),
  });
}

function ownTmpFolder({ cluster_folder, user }: ServerSpec): string {
  const folder = join(cluster_folder, 'tmp');
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user.identity !== undefined) {
    chownSync(folder, user.identity.uid, user.identity.gid);
  }
  return folder;
}

// The processes of a killed server end by themselves, but one in a long calculation only after it. What it
// calculates is lost anyway, so it is told what its own server would have told it.
function endLeftBackends(clusterFolder: string): void {
  if (findPostmaster(clusterFolder) !== undefined) return;
  for (const pid of postgresProcessesOf(clusterFolder)) {
    sendSignal(pid, isSuspended(pid) ? 'SIGKILL' : 'SIGQUIT');
  }
}
