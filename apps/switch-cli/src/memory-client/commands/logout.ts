import { existsSync, rmSync } from 'node:fs';
import { configFile, shownPath } from '../../files/places';
import { forgetMachineId } from '../../panel/this-machine';
import { Failure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { attachedFiles } from '../attach/attached-files';
import { memoryConfigFile, memoryState } from '../places';
import type { MemoryRun } from '../program/memory-run';
import { removeMemoryConfig } from '../server/memory-settings';
import { spoolCounts } from '../store/spool';

/** What is known of sessions and of what waits; not what `detach` needs. */
const PURGED = [
  ...['spool', 'rejected', 'sessions', 'dropped.json', 'projects.json', 'folders.json', 'webhooks.json'],
  ...['pause.json', 'last-failure.json', 'failing.json', 'key.json', 'mcp-tools.json'],
  ...['mcp-answers.json', 'places.json', 'first-commits.json', 'sending.lock'],
];

/**
 * Forgets the address and the key.
 * @param own.isPurging also removes what is kept of sessions; what the server does not have yet only with `isForced`
 */
export function logout(run: MemoryRun, own: { isPurging: boolean; isForced: boolean }): Promise<Outcome> {
  const { environment, options, paint } = run;
  const file = memoryConfigFile(environment);
  if (own.isPurging && !own.isForced) refuseToForget(run);
  const isThere = existsSync(file);
  if (!options.dry_run) {
    removeMemoryConfig(environment);
    if (own.isPurging) purge(run);
  }
  const [shown, state] = [file, memoryState(environment)].map((path) => shownPath(path, environment));
  const verb = options.dry_run ? 'would be' : 'was';
  const sentence = isThere ? `Forgotten: ${shown} ${verb} removed.` : `Nothing to do: there is no ${shown}.`;
  const kept = own.isPurging
    ? `  What was kept of sessions in ${state} ${verb} removed.`
    : `  What is kept of sessions stays in ${state}; logout --purge removes it.`;
  return Promise.resolve({
    lines: [`${paint.good('✓')} ${sentence}`, paint.faint(kept)],
    facts: {
      result: isThere ? 'logged_out' : 'unchanged',
      config_file: file,
      is_purged: own.isPurging,
      dry_run: options.dry_run,
    },
  });
}

/** What waits, and what was refused, is on this machine alone. */
export function refuseToForget({ environment }: MemoryRun): void {
  const { waiting, rejected } = spoolCounts(environment);
  if (waiting + rejected === 0) return;
  throw new Failure(
    'refused',
    `Nothing was removed: ${waiting} entries wait to be sent and ${rejected} were refused; only this machine has them.`,
    [
      `To look at them: ${memoryState(environment, waiting > 0 ? 'spool' : 'rejected')}`,
      'The next hook sends what waits. Or lose them: the same command with --force',
    ],
  );
}

/** The copies of attached files stay as long as those are attached. */
export function purge({ environment }: MemoryRun): void {
  for (const name of PURGED) rmSync(memoryState(environment, name), { recursive: true, force: true });
  // The id of this machine is assistant-switch's, too.
  if (!existsSync(configFile(environment))) forgetMachineId(environment);
  if (attachedFiles(environment).length > 0) return;
  for (const name of ['attached.json', 'backups', 'bin', 'made-folders.json']) {
    rmSync(memoryState(environment, name), { recursive: true, force: true });
  }
}
