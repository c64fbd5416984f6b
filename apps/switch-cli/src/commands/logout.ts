import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { configFile, shownPath, stateHome } from '../files/places';
import { removeConfig } from '../panel/settings';
import { forgetMachineId } from '../panel/this-machine';
import type { Outcome, Run } from '../program/run';
import { mark } from './sync';
import { refuseToForget } from './unsaved';

/**
 * Forgets the panel's address and the key. The assistant's session stays where it is.
 * @param own.purge also removes what is remembered of the targets, the kept versions included: they are secrets
 */
export async function logout(run: Run, own: { purge: boolean }): Promise<Outcome> {
  const file = configFile(run.environment);
  const folder = stateHome(run.environment);
  const { dry_run, force } = run.options;
  if (!force && (own.purge || existsSync(file))) refuseToForget(run, own);
  const existed = dry_run || removeConfig(run.environment);
  if (!dry_run) forgetMachineId(run.environment);
  if (own.purge && !dry_run) {
    // By name: the folder may be one that the user has chosen, with other things in it.
    // Not `usage`: the status line of the assistant goes through it until `usage off`.
    for (const name of ['targets', 'run', 'machine.json', 'machine.json.lock'])
      rmSync(join(folder, name), { recursive: true, force: true });
  }
  const shown = shownPath(file, run.environment);
  const verb = dry_run ? 'would be' : 'was';
  const purged = `  What was kept in ${shownPath(folder, run.environment)} ${verb} removed: nothing can be restored.`;
  return Promise.resolve({
    lines: [
      existed
        ? `${mark(run)} Forgotten: ${shown} ${verb} removed.`
        : `${mark(run)} Nothing to do: there is no ${shown}.`,
      ...(own.purge ? [run.paint.faint(purged)] : []),
      run.paint.faint('  The session of the assistant stays where it is.'),
    ],
    facts: {
      result: existed ? 'logged_out' : 'unchanged',
      dry_run,
      config_file: file,
      is_purged: own.purge,
    },
  });
}
