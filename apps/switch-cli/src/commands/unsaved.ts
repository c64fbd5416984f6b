import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFolders, shownPath } from '../files/places';
import { readSettings } from '../panel/settings';
import { isCopied } from '../panel/this-machine';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { shellWord } from '../program/shell-word';
import { MOVED_ASIDE } from '../run-folder/links';
import { livingRuns } from '../state/living-runs';
import { filesOf } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { FOLDER_VARIABLES, TOOL_TARGETS } from '../targets/tool-target';

/** The files of an account's own configuration folder, as `run` uses them. */
function filesOfRun(run: Run, folder: string, targetName: 'claude-code' | 'codex'): TargetFiles {
  const variables = { ...run.environment.variables, [FOLDER_VARIABLES[targetName]]: folder };
  return filesOf({ ...run, environment: { ...run.environment, variables } }, targetName);
}

/**
 * Sessions that only this machine has: without the key they cannot be stored, and without what is kept here they would be lost or
 * nameless.
 * @param own.purge whether what is kept here is removed too
 */
export function refuseToForget(run: Run, own: { purge: boolean } = { purge: true }): void {
  const all = [...ofRuns(run), ...ofTargets(run)];
  const found = own.purge ? all : all.filter(({ isUnsent }) => isUnsent);
  if (found.length === 0) return;
  const isLoggedIn = hasKey(run);
  throw new Failure('refused', `Nothing was removed: ${found.map(({ what }) => what).join('; ')}.`, [
    ...(isLoggedIn ? [] : ['Log in again first:  assistant-switch login']),
    ...found.map(({ next }) => next),
    'Or lose it: the same command with --force',
  ]);
}

interface Unsaved {
  what: string;
  next: string;
  /** Whether storing it takes the key. */
  isUnsent?: true;
}

function hasKey({ environment, options }: Run): boolean {
  try {
    readSettings(environment, options);
    return true;
  } catch {
    return false;
  }
}

/** A session that a run has left in the folder of its account, which is named by the account's id. */
export interface LeftByRun extends Unsaved {
  id: string;
  tool: (typeof TOOL_TARGETS)[number];
  files: TargetFiles;
}

function foldersOfRuns({ environment }: Run): string[] {
  const all = runFolders(environment);
  return existsSync(all) ? readdirSync(all).filter((name) => !name.startsWith('.')) : [];
}

/** What runs have renewed that were killed, or could not store it at their end. */
export function leftByRuns(run: Run): LeftByRun[] {
  const all = runFolders(run.environment);
  const living = livingRuns(run.environment);
  return foldersOfRuns(run).flatMap((id) => {
    if (living.includes(id)) return [];
    const shown = shownPath(join(all, id), run.environment);
    return TOOL_TARGETS.flatMap((tool) => {
      const files = filesOfRun(run, join(all, id), tool);
      const left = { id, tool, files, isUnsent: true as const };
      try {
        if (files.unfinished() === null && files.decide(null).do === 'write') return [];
        // A copied home does not know what came along with it: the machine that it is of does.
        if (files.state.readEntry() === null && isCopied(run.environment)) return [];
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        const [next = 'Mend it, or move it away.'] = failure.next;
        return [
          { ...left, what: `${shown} cannot be looked at: ${failure.message.replace(/\.$/, '')}`, next },
        ];
      }
      const entry = files.state.readEntry();
      const account = entry === null ? id : plain(entry.account_name);
      // By its id: whether another account has the same name is not known here.
      const word = shellWord(entry?.account_id ?? id);
      const what = `${shown} holds tokens of ${account} that the panel does not have`;
      const next = `Store them:  assistant-switch run ${word} -- true`;
      return [{ ...left, what, next }];
    });
  });
}

function ofRuns(run: Run): Unsaved[] {
  const all = runFolders(run.environment);
  const living = livingRuns(run.environment);
  const others = foldersOfRuns(run).flatMap((id) => {
    const shown = shownPath(join(all, id), run.environment);
    if (living.includes(id))
      return [{ what: `a command of run works in ${shown}`, next: 'Wait until it has ended.' }];
    return movedAside(join(all, id), shown);
  });
  return [...leftByRuns(run), ...others];
}

/** What a session wrote where `run` then put the user's own: it was kept, and said so. */
function movedAside(folder: string, shown: string): Unsaved[] {
  const names = readdirSync(folder).filter((name) => name.includes(MOVED_ASIDE));
  return names.map((name) => ({
    what: `${shown} holds ${plain(name)}, which a session wrote`,
    next: `Look at it, and move or remove it:  ${shellWord(join(folder, name))}`,
  }));
}

function ofTargets(run: Run): Unsaved[] {
  return ['claude-code', 'codex'].flatMap((name) => {
    const files = filesOf(run, name);
    const shown = shownPath(files.target.main_file, run.environment);
    if (files.unfinished() !== null)
      return [
        {
          what: `a switch in ${shown} is half done`,
          next: `Finish it:  assistant-switch sync --target ${name}`,
        },
      ];
    if (files.decide(null).do !== 'capture') return [];
    const what = `${shown} holds renewed tokens that the panel does not have`;
    return [
      { what, next: `Store them:  assistant-switch capture --target ${name}`, isUnsent: true as const },
    ];
  });
}
