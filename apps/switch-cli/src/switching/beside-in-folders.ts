import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { runFolders, shownPath, targetFolders } from '../files/places';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { StateFolder } from '../state/state-folder';
import { targetOption } from './target-option';
import type { TargetFiles } from '../targets/target-files';

/**
 * Other folders of this machine into which this program has put the session of the same account: of two copies, the one that is
 * renewed first ends the other. `run` brings the tokens to and fro by itself, so its folders do not count.
 */
export function besideInFolders(
  run: Run,
  { state, target }: TargetFiles,
  account: { id: string; name: string },
): string[] {
  const { environment } = run;
  const runs = `${runFolders(environment)}${sep}`;
  const all = targetFolders(environment);
  const files = (existsSync(all) ? readdirSync(all) : []).flatMap((name) => {
    if (join(all, name) === state.path) return [];
    const { account_id, file } = new StateFolder(join(all, name)).readEntry() ?? {};
    const isThere = account_id === account.id && file !== undefined && existsSync(file);
    return isThere && !file.startsWith(runs) ? [file] : [];
  });
  const here = shownPath(target.main_file, environment);
  return files.map(
    (file) =>
      `${shownPath(file, environment)} holds the session of ${plain(account.name)} too. Refresh tokens work once: whichever of the ` +
      `two is renewed first, here or in ${here}, ends the other. Give one of them another account: assistant-switch use <account> --here${targetOption(run, target.named.target)}`,
  );
}
