import { configFile, shownPath } from '../files/places';
import type { Outcome, Run } from '../program/run';
import { removeConfig } from '../panel/settings';
import { mark } from './sync';

/** Forgets the panel's address and the key. The assistant's session stays where it is. */
export async function logout(run: Run): Promise<Outcome> {
  const file = configFile(run.environment);
  const existed = run.options.dry_run || removeConfig(run.environment);
  const shown = shownPath(file, run.environment);
  return Promise.resolve({
    lines: [
      existed
        ? `${mark(run)} Forgotten: ${shown} ${run.options.dry_run ? 'would be' : 'was'} removed.`
        : `${mark(run)} Nothing to do: there is no ${shown}.`,
      run.paint.faint('  The session of the assistant stays where it is.'),
    ],
    facts: { result: existed ? 'logged_out' : 'unchanged', dry_run: run.options.dry_run, config_file: file },
  });
}
