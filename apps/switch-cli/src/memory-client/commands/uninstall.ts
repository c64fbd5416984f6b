import { withoutHooks } from '../../installer/hook-entries';
import { shownPath } from '../../files/places';
import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import {
  attachedFiles,
  forgetFiles,
  plannedReturn,
  writeChanges,
  type FileChange,
} from '../attach/attached-files';
import { instructionsIn } from '../attach/instructions';
import { withoutBlock } from '../attach/managed-block';
import { withoutServerOfFile } from '../attach/mcp-entry';
import { isMemoryHook } from '../attach/tool-hooks';
import type { MemoryRun } from '../program/memory-run';
import { linesOf } from './attach';
import { logout, refuseToForget } from './logout';

/** Takes away all that `attach` wrote, in whatever folder, by the list of it; then address, key and what is kept. */
export async function uninstall(run: MemoryRun, own: { isForced: boolean }): Promise<Outcome> {
  const { environment, options, paint } = run;
  if (!own.isForced) refuseToForget(run);
  const taken: string[] = [];
  const lines: string[] = [];
  const faults: string[] = [];
  for (const file of attachedFiles(environment)) {
    try {
      const planned = [returned(run, file)];
      const [change] = options.dry_run ? planned : await writeChanges(environment, planned);
      if (change !== undefined && options.dry_run) lines.push(...linesOf(run, change));
      else lines.push(`  ${shownPath(file, environment)}`);
      taken.push(file);
      if (!options.dry_run) await forgetFiles(environment, [file]);
    } catch (failure) {
      // A file that somebody has broken since must not keep the others attached.
      if (!(failure instanceof Failure)) throw failure;
      faults.push(`${paint.warning('!')} ${failure.message}`);
    }
  }
  const { lines: loggedOut } = await logout(run, { isPurging: true, isForced: true });
  const verb = options.dry_run ? 'would be taken' : 'was taken';
  return {
    lines: [
      `${paint.good('✓')} What attach wrote ${verb} out of ${taken.length} files.`,
      ...lines,
      ...faults,
      ...loggedOut,
      '  The programs themselves: assistant-switch uninstall, then npm uninstall --global assistant-cli',
    ],
    facts: { result: 'uninstalled', dry_run: options.dry_run, files: taken, left: faults.length },
    ...(faults.length === 0 ? {} : { exit_code: EXIT.failure }),
  };
}

/** A file is known by its ending; what is not of ours in it stays. */
function returned({ environment }: MemoryRun, path: string): FileChange {
  if (!/\.(jsonc?|toml|ya?ml)$/.test(path))
    return plannedReturn(environment, { path, take: (text) => withoutBlock(text, instructionsIn(path)) });
  const unhooked = (text: string, before: string | null) =>
    /\.jsonc?$/.test(path) ? withoutHooks(text, isMemoryHook, before === null) : text;
  const take = (text: string, before: string | null) =>
    withoutServerOfFile(path, unhooked(text, before), before);
  return plannedReturn(environment, { path, take });
}
