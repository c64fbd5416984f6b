import { lstatSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { doesNotCount, filesAbove } from '../files/files-above';
import { configFile, shownPath } from '../files/places';
import type { Environment } from '../program/environment';
import type { Run } from '../program/run';
import { shellWord } from '../program/shell-word';
import type { TargetFiles } from '../targets/target-files';
import { error, ok, warning, type Check } from './check';

/** Links, rights and owners of the files that hold secrets. */
export function fileChecks(run: Run, { target, state }: TargetFiles): Check[] {
  if (run.environment.platform === 'win32') return [warning('files', 'Rights are not looked at on Windows.')];
  const files = [target.main_file, target.identity?.file, configFile(run.environment)];
  const checks = files.flatMap((file) => (file === undefined ? [] : checksOf(file, run.environment)));
  const folders = [dirname(target.main_file), state.path];
  checks.push(...folders.flatMap((folder) => folderChecks(folder, run.environment)));
  for (const lock of target.locks) {
    if (isStale(lock.path, lock.stale_ms, run.now())) {
      const message = `${shownPath(lock.path, run.environment)} was left behind by a program that is gone.`;
      checks.push(warning('lock', message, 'The next switch takes it over.'));
    }
  }
  return checks.length > 0 ? checks : [ok('files', 'Only you can read them, and none is a link.')];
}

function checksOf(file: string, environment: Environment): Check[] {
  const found = lstatSync(file, { throwIfNoEntry: false });
  const shown = shownPath(file, environment);
  if (found === undefined) return [];
  if (found.isSymbolicLink()) {
    return [
      error(
        'files',
        `${shown} is a symbolic link; a switch refuses to write there.`,
        'Put a file in its place.',
      ),
    ];
  }
  if (!found.isFile()) return [error('files', `${shown} is not a file.`)];
  const checks: Check[] = [];
  if ((found.mode & 0o077) !== 0) {
    checks.push(
      warning(
        'files',
        `Others may read ${shown} (${modeOf(found)}).`,
        `chmod 600 ${wordOf(file, environment)}`,
      ),
    );
  }
  if (found.uid !== process.getuid?.()) {
    checks.push(warning('files', `${shown} belongs to another user of this machine.`));
  }
  return checks;
}

/** Files that would choose something for the user, if they were not another user's. */
export function foreignFileChecks({ cwd }: Pick<Environment, 'cwd'>, name: string): Check[] {
  return filesAbove(cwd, name)
    .filter(({ isOwn }) => !isOwn)
    .map((file) => warning('folder', doesNotCount(file)));
}

function folderChecks(folder: string, environment: Environment): Check[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  const shown = shownPath(folder, environment);
  if (found === undefined || (found.mode & 0o022) === 0 || (found.mode & 0o1000) !== 0) return [];
  const advice = `chmod go-w ${wordOf(folder, environment)}`;
  if ((found.mode & 0o002) === 0) {
    return [warning('files', `Your group may replace files in ${shown} (${modeOf(found)}).`, advice)];
  }
  return [error('files', `Anybody may replace files in ${shown}; a switch refuses to write there.`, advice)];
}

function isStale(path: string, staleMs: number, now: Date): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && now.getTime() - found.mtimeMs > staleMs;
}

/** A path in a command to paste: `~` means the home only where nothing has to be quoted. */
function wordOf(path: string, environment: Environment): string {
  const shown = shownPath(path, environment);
  return shellWord(shown) === shown ? shown : shellWord(path);
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
