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
 * @param own.purge also removes what is remembered of the targets, the kept versions included: they are secrets; and the machine's
 * id, so that a copied home folder gets another one
 */
export async function logout(run: Run, own: { purge: boolean }): Promise<Outcome> {
  const file = configFile(run.environment);
  const folder = stateHome(run.environment);
  const { dry_run, force } = run.options;
  if (!force && (own.purge || existsSync(file))) refuseToForget(run, own);
  const existed = dry_run ? existsSync(file) : removeConfig(run.environment);
  // What is kept here: `--purge` takes that away, also where nobody is logged in.
  const hasKept = own.purge && existsSync(folder);
  if (own.purge && !dry_run) {
    // By name: the folder may be one that the user has chosen, with other things in it.
    // Not `usage`: the status line of the assistant goes through it until `usage off`.
    for (const name of ['targets', 'run', 'begun', 'machine.json', 'machine.json.lock'])
      rmSync(join(folder, name), { recursive: true, force: true });
    forgetMachineId(run.environment);
  }
  const shown = shownPath(file, run.environment);
  const verb = dry_run ? 'would be' : 'was';
  const purged = `What was kept in ${shownPath(folder, run.environment)} ${verb} removed: nothing can be restored.`;
  const isEmpty = !existed && !hasKept;
  return Promise.resolve({
    lines: [
      ...(existed ? [`${mark(run)} Forgotten: ${shown} ${verb} removed.`] : []),
      ...(isEmpty ? [`${mark(run)} Nothing to do: there is no ${shown}.`] : []),
      ...(hasKept ? [existed ? run.paint.faint(`  ${purged}`) : `${mark(run)} ${purged}`] : []),
      run.paint.faint('  The session of the assistant stays where it is.'),
    ],
    facts: {
      result: existed || hasKept ? 'logged_out' : 'unchanged',
      dry_run,
      config_file: file,
      is_purged: own.purge,
    },
  });
}
