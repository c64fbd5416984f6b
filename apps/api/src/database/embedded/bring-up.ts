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

const silence_limit_ms = 10_000;
const start_limit_ms = 60_000;
const retry_limit_ms = 20_000;
const impatient_stop_ms = 5_000;
const max_refusals = 40;

// What the server says when processes of a killed one still hold its shared memory, when an earlier process
// spawned one just before it was killed, and when somebody else took the port.
const passing_obstacle =
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
  let give_up_at: number | undefined;
  for (let wait_ms = 50; ; wait_ms = Math.min(wait_ms * 2, 2_000)) {
    const left = await adoptLeftServer(spec);
    if (left !== undefined) return left;
    spec.signal.throwIfAborted();
    const failure = await tryNewServer(spec);
    if (!(failure instanceof StartFailure)) return failure;
    give_up_at ??= performance.now() + retry_limit_ms;
    if (!failure.passes || performance.now() > give_up_at) throw failure;
    endLeftBackends(spec.cluster_folder);
    await pause(wait_ms, undefined, { signal: spec.signal });
  }
}

async function adoptLeftServer(spec: BringUpSpec): Promise<ReachablePostmaster | undefined> {
  const first_found = findPostmaster(spec.cluster_folder);
  if (first_found === undefined) return undefined;
  let silent_since = performance.now();
  while (!spec.signal.aborted && performance.now() - silent_since < silence_limit_ms) {
    if (!first_found.isOurs()) return undefined;
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
    if (answer === 'not_yet') silent_since = performance.now();
    if (postgresProcessesOf(spec.cluster_folder).some(isSuspended)) break;
    await pause(50);
  }
  if (first_found.isOurs()) {
    spec.report(
      'A database server of an earlier run cannot be taken over; it is stopped and started afresh.',
    );
    await endPostmaster(first_found, impatient_stop_ms);
  }
  return undefined;
}

async function tryNewServer(spec: BringUpSpec): Promise<ReachablePostmaster | StartFailure> {
  const address = await spec.chooseAddress();
  const log_end = spec.log.end();
  removeStalePidFile(spec.cluster_folder);
  prepareAddress(address, spec.user);
  const server = spawnPostmaster(spec, address);
  const outcome = await outcomeOf(server, spec).catch((error: unknown) => ({ error }));
  if (outcome === 'ready') return server;
  const said = spec.log.since(log_end);
  await endPostmaster(server, impatient_stop_ms);
  if (typeof outcome === 'object') throw outcome.error;
  if (outcome === 'refuses_us') {
    return new StartFailure(
      'The database does not accept the passwords in database-passwords.json: ' +
        'put that file back from a backup.',
      false,
    );
  }
  const passes = outcome === 'ended' && (passing_obstacle.test(said) || !(await isAvailable(address)));
  return new StartFailure(`The database server could not be started.${lastLines(said)}`, passes);
}

/** What becomes of a server that was just spawned; `silent` when it gave no sign for a minute. */
async function outcomeOf(
  server: ReachablePostmaster,
  spec: BringUpSpec,
): Promise<'ready' | 'ended' | 'refuses_us' | 'silent'> {
  let silent_since = performance.now();
  let refusals = 0;
  while (performance.now() - silent_since < start_limit_ms) {
    spec.signal.throwIfAborted();
    const { answer } = await ask(spec, server.address);
    if (!server.isOurs()) return 'ended';
    if (answer === 'ours') return 'ready';
    // The first may come from another server that took the port; ours then ends within a moment.
    if (answer === 'refused' && ++refusals > max_refusals) return 'refuses_us';
    // After a crash it repeats what was not yet in the data files, which takes as long as it takes.
    if (answer === 'not_yet') silent_since = performance.now();
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
function endLeftBackends(cluster_folder: string): void {
  if (findPostmaster(cluster_folder) !== undefined) return;
  for (const pid of postgresProcessesOf(cluster_folder)) {
    try {
      process.kill(pid, isSuspended(pid) ? 'SIGKILL' : 'SIGQUIT');
    } catch {
      // It has ended by itself in this moment.
    }
  }
}
