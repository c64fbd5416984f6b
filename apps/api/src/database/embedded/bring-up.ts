import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError, lastLines } from './embedded-postgres-error';
import {
  endPostmaster,
  findPostmaster,
  type PostmasterSpec,
  removeStalePidFile,
  type ReachablePostmaster,
  spawnPostmaster,
} from './postmaster';
import { isSuspended, postgresProcessesOf } from './running-processes';
import { askServer } from './server-answer';
import { isAvailable, isSocket, prepareAddress, type ServerAddress, socketFile } from './server-address';

export interface BringUpSpec extends PostmasterSpec {
  readonly superuser_password: string;
  readonly report: (line: string) => void;
  /** Called before each try, since a port can be taken between the choice and the start. */
  readonly chooseAddress: () => Promise<ServerAddress>;
  /** Ends the attempt; a server spawned by it is ended too. */
  readonly signal: AbortSignal;
}

const silenceLimitMs = 10_000;
const startLimitMs = 60_000;
const retryLimitMs = 20_000;
const impatientStopMs = 5_000;
const maxRefusals = 40;

// What the server says when processes of a killed one still hold its shared memory, when an earlier process
// spawned one just before it was killed, and when somebody else took the port.
const passingObstacle =
  /pre-existing shared memory block|lock file ".*postmaster\.pid"|could not (bind|create)/;

class StartFailure extends EmbeddedPostgresError {
  constructor(
    message: string,
    readonly passes: boolean,
  ) {
    super(message);
  }
}

/**
 * Returns a server that answers, be it one that an earlier process left or a new one.
 *
 * Throws an EmbeddedPostgresError when there is none after 20 seconds of tries, or an obstacle that does not
 * pass by itself.
 */
export async function bringUp(spec: BringUpSpec): Promise<ReachablePostmaster> {
  let giveUpAt: number | undefined;
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    const left = await adoptLeftServer(spec);
    if (left !== undefined) return left;
    spec.signal.throwIfAborted();
    const failure = await tryNewServer(spec);
    if (!(failure instanceof StartFailure)) return failure;
    giveUpAt ??= performance.now() + retryLimitMs;
    if (!failure.passes || performance.now() > giveUpAt) throw failure;
    endLeftBackends(spec.cluster_folder);
    await pause(waitMs, undefined, { signal: spec.signal });
  }
}

async function adoptLeftServer(spec: BringUpSpec): Promise<ReachablePostmaster | undefined> {
  const firstFound = findPostmaster(spec.cluster_folder);
  if (firstFound === undefined) return undefined;
  let silentSince = performance.now();
  while (!spec.signal.aborted && performance.now() - silentSince < silenceLimitMs) {
    if (!firstFound.isOurs()) return undefined;
    // Read anew each time: a server that has just begun notes its address a little later.
    const found = findPostmaster(spec.cluster_folder);
    if (found === undefined) break;
    const { address } = found;
    // The folder has been moved since.
    if (address !== undefined && isSocket(address) && !existsSync(socketFile(address))) break;
    const { answer, server_version } = address === undefined ? { answer: 'none' } : await ask(spec, address);
    if (answer === 'ours' && server_version === spec.programs.server_version && address !== undefined)
      return { ...found, address };
    if (answer === 'ours' || answer === 'foreign' || answer === 'refused') break;
    if (answer === 'not_yet') silentSince = performance.now();
    if (postgresProcessesOf(spec.cluster_folder).some(isSuspended)) break;
    await pause(50);
  }
  if (firstFound.isOurs()) {
    spec.report(
      'A database server of an earlier run cannot be taken over; it is stopped and started afresh.',
    );
    await endPostmaster(firstFound, impatientStopMs);
  }
  return undefined;
}

async function tryNewServer(spec: BringUpSpec): Promise<ReachablePostmaster | StartFailure> {
  const address = await spec.chooseAddress();
  const logEnd = spec.log.end();
  removeStalePidFile(spec.cluster_folder);
  prepareAddress(address, spec.user);
  const server = spawnPostmaster(spec, address);
  const outcome = await outcomeOf(server, spec).catch((error: unknown) => ({ error }));
  if (outcome === 'ready') return server;
  const said = spec.log.since(logEnd);
  await endPostmaster(server, impatientStopMs);
  if (typeof outcome === 'object') throw outcome.error;
  if (outcome === 'refuses_us') {
    return new StartFailure(
      'The database does not accept the passwords in database-passwords.json: ' +
        'put that file back from a backup.',
      false,
    );
  }
  const passes = outcome === 'ended' && (passingObstacle.test(said) || !(await isAvailable(address)));
  return new StartFailure(`The database server could not be started.${lastLines(said)}`, passes);
}

/** What becomes of a server that was just spawned; `silent` when it gave no sign for a minute. */
async function outcomeOf(
  server: ReachablePostmaster,
  spec: BringUpSpec,
): Promise<'ready' | 'ended' | 'refuses_us' | 'silent'> {
  let silentSince = performance.now();
  let refusals = 0;
  while (performance.now() - silentSince < startLimitMs) {
    spec.signal.throwIfAborted();
    const { answer } = await ask(spec, server.address);
    if (!server.isOurs()) return 'ended';
    if (answer === 'ours') return 'ready';
    // The first may come from another server that took the port; ours then ends within a moment.
    if (answer === 'refused' && ++refusals > maxRefusals) return 'refuses_us';
    // After a crash it repeats what was not yet in the data files, which takes as long as it takes.
    if (answer === 'not_yet') silentSince = performance.now();
    await Promise.race([server.whenGone(), pause(25)]);
  }
  return 'silent';
}

function ask(spec: BringUpSpec, address: ServerAddress) {
  const { cluster_folder, superuser_password } = spec;
  return askServer({ address, superuser_password, cluster_folder });
}

// The processes of a killed server end by themselves, but one in a long calculation only after it. What it
// calculates is lost anyway, so it is told what its own server would have told it.
function endLeftBackends(clusterFolder: string): void {
  if (findPostmaster(clusterFolder) !== undefined) return;
  for (const pid of postgresProcessesOf(clusterFolder)) {
    try {
      process.kill(pid, isSuspended(pid) ? 'SIGKILL' : 'SIGQUIT');
    } catch {
      // It has ended by itself in this moment.
    }
  }
}
