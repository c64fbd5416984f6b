import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { withoutHooks } from '../installer/hook-entries';
import { changeSettings } from '../installer/settings-file';
import { HOOK_TOOLS, hooksFile, isSwitchHook, isUsageHook } from '../installer/switch-hooks';
import { shownPath } from '../files/places';
import type { Environment } from '../program/environment';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { changeMachineState, readMachineState } from '../state/machine-state';
import { logout } from './logout';
import { targetOf } from '../targets/target';
import { filesWithLine, removeLine } from '../usage/line-files';
import { usageFolder } from '../usage/usage-places';
import { mark } from './sync';
import { refuseToForget } from './unsaved';

/** Takes the hooks out of all files that they were written into, and removes address, key and what is kept. */
export async function uninstall(run: Run): Promise<Outcome> {
  const { environment, options } = run;
  if (!options.force) refuseToForget(run);
  const faults: string[] = [];
  // First: what it puts back may hold hooks.
  const lines = filesWithLine(environment);
  for (const file of lines) await attempted(faults, () => removeLine(environment, file, options));
  const files = filesWithHooks(environment);
  for (const file of files) {
    await attempted(faults, async () => {
      await changeSettings(file, 'assistant-switch', (text) => withoutHooks(text, isOurs), options);
      if (!options.dry_run) {
        await changeMachineState(environment, ({ hooks = [] }) => ({
          hooks: hooks.filter((one) => one !== file),
        }));
      }
    });
  }
  if (faults.length === 0 && !options.dry_run)
    rmSync(usageFolder(environment), { recursive: true, force: true });
  // The list of what is left is kept where something is.
  const { lines: forgotten } = await logout(run, { purge: faults.length === 0 });
  const all = [...new Set([...lines, ...files])];
  const count = all.length - faults.length;
  const verb = options.dry_run ? 'would be taken' : 'was taken';
  return {
    lines: [
      `${mark(run)} What was put in ${verb} out of ${count === 1 ? '1 file' : `${count} files`}.`,
      ...all.map((file) => `  ${shownPath(file, environment)}`),
      ...faults,
      ...forgotten,
      '  The programs themselves: npm uninstall --global assistant-cli',
    ],
    facts: { result: 'uninstalled', dry_run: options.dry_run, files: all, left: faults.length },
    ...(faults.length === 0 ? {} : { exit_code: EXIT.failure }),
  };
}

function isOurs(command: string): boolean {
  return isSwitchHook(command) || isUsageHook(command);
}

/** A file that somebody has broken since must not keep what is in the others. */
async function attempted(faults: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    faults.push(`! ${failure.message}`);
  }
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
    return withoutHooks(text, isOurs) !== text;
  } catch {
    return false;
  }
}
