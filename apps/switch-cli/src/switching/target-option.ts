import { Failure } from '../program/failure';
import type { Run } from '../program/run';
import { shellWord } from '../program/shell-word';
import { isBlank } from '../targets/session-format';
import type { TargetFiles } from '../targets/target-files';
import { TOOL_TARGETS } from '../targets/tool-target';
import { filesOf } from './switching';

/**
 * How the files that are looked at are named in a command to paste: the account may have chosen them, and what is typed then
 * has none. Claude Code's need no name where it is the only tool here.
 */
export function targetOption(run: Run, looked: string): string {
  const { target } = run.options;
  if (target === null && looked === 'claude-code' && !hasSession(run, 'codex')) return '';
  return ` --target ${shellWord(target ?? looked)}`;
}

/** The tools that have a session on this machine. */
export function toolsWithSession(run: Run): (typeof TOOL_TARGETS)[number][] {
  return TOOL_TARGETS.filter((target) => hasSession(run, target));
}

/** One that is there now, or that was written here and whose file nobody has removed since. */
function hasSession(run: Run, target: (typeof TOOL_TARGETS)[number]): boolean {
  try {
    const files: TargetFiles = filesOf(run, target);
    if (files.read().kind !== 'none') return true;
    return files.state.readEntry() !== null && !isBlank(files.copies().main);
  } catch (failure) {
    // A link, or a locked keychain: what is done with it says so.
    if (failure instanceof Failure) return true;
    throw failure;
  }
}
