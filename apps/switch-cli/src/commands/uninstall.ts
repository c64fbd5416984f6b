import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { withoutHooks } from '../installer/hook-entries';
import { changeSettings } from '../installer/settings-file';
import { HOOK_TOOLS, hooksFile, isSwitchHook } from '../installer/switch-hooks';
import { shownPath } from '../files/places';
import type { Environment } from '../program/environment';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { changeMachineState, readMachineState } from '../state/machine-state';
import { logout } from './logout';
import { targetOf } from '../targets/target';
import { mark } from './sync';
import { refuseToForget } from './unsaved';

/** Takes the hooks out of all files that they were written into, and removes address, key and what is kept. */
export async function uninstall(run: Run): Promise<Outcome> {
  const { environment, options } = run;
  if (!options.force) refuseToForget(run);
  const files = filesWithHooks(environment);
  const faults: string[] = [];
  for (const file of files) {
    try {
      await changeSettings(file, 'assistant-switch', (text) => withoutHooks(text, isSwitchHook), options);
      if (!options.dry_run) {
        await changeMachineState(environment, ({ hooks = [] }) => ({
          hooks: hooks.filter((one) => one !== file),
        }));
      }
    } catch (failure) {
      // A file that somebody has broken since must not keep the other hooks in place.
      if (!(failure instanceof Failure)) throw failure;
      faults.push(`! ${failure.message}`);
    }
  }
  // The list of what is left is kept where something is.
  const { lines } = await logout(run, { purge: faults.length === 0 });
  const verb = options.dry_run ? 'would be taken' : 'were taken';
  return {
    lines: [
      `${mark(run)} The hooks ${verb} out of ${files.length - faults.length} files.`,
      ...files.map((file) => `  ${shownPath(file, environment)}`),
      ...faults,
      ...lines,
      '  The programs themselves: npm uninstall --global assistant-cli',
    ],
    facts: { result: 'uninstalled', dry_run: options.dry_run, files, left: faults.length },
    ...(faults.length === 0 ? {} : { exit_code: EXIT.failure }),
  };
}

/** Those that are remembered, and those of the present folders: their hooks may be older than the list. */
function filesWithHooks(environment: Environment): string[] {
  const present = HOOK_TOOLS.map((tool) => hooksFile(targetOf(tool, environment)))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .filter(holdsHooks);
  return [...new Set([...(readMachineState(environment).hooks ?? []), ...present])];
}

/** A broken file tells nothing. */
function holdsHooks(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  try {
    return withoutHooks(text, isSwitchHook) !== text;
  } catch {
    return false;
  }
}
