import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stateFolder, targetFolders } from '../files/places';
import type { Environment } from '../program/environment';
import { Failure } from '../program/failure';
import type { Run } from '../program/run';
import { StateFolder } from '../state/state-folder';
import { targetOf } from '../targets/target';
import { FOLDER_VARIABLES, TOOL_TARGETS } from '../targets/tool-target';
import { filesOf, hold, withFiles } from './switching';

/** Another run, or the assistant, may be at work there: a later command mends it then. */
const WAIT_MS = 1_000;

/**
 * Finishes or undoes each switch on this machine that was killed between its two files, whatever command comes next. What
 * cannot be mended is left as it is, and the commands that look at it say so.
 * @param except the target that the command settles itself
 */
export async function mendCutOff(run: Run, except: string | null): Promise<void> {
  if (run.options.dry_run) return;
  const own = except === null ? null : stateFolder(run.environment, targetOf(except, run.environment));
  for (const folder of cutOffIn(run.environment)) {
    if (folder === own) continue;
    try {
      await mend(run, folder);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
    }
  }
}

function cutOffIn(environment: Environment): string[] {
  const all = targetFolders(environment);
  try {
    return readdirSync(all)
      .map((name) => join(all, name))
      .filter((folder) => new StateFolder(folder).readJournal() !== null);
  } catch {
    return [];
  }
}

async function mend(run: Run, folder: string): Promise<void> {
  const named = new StateFolder(folder).readJournal()?.named;
  const tool = TOOL_TARGETS.find((name) => basename(folder).startsWith(`${name}-`));
  // A journal of an earlier version names none: that of these surroundings, if it is the one.
  const target = named?.target ?? tool;
  if (target === undefined) return;
  const variables = {
    ...run.environment.variables,
    ...(named === undefined || tool === undefined
      ? {}
      : { [FOLDER_VARIABLES[tool]]: named.folder ?? undefined }),
  };
  const there: Run = {
    ...run,
    environment: { ...run.environment, variables },
    options: { ...run.options, lock_wait_ms: WAIT_MS },
  };
  const files = filesOf(there, target);
  // A relative folder may be another one here.
  if (files.state.path !== folder) return;
  await withFiles(there, files, () => hold(there, files));
}
