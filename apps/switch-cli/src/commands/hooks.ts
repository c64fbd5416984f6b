import { shownPath } from '../files/places';
import { withHooks, withoutHooks } from '../installer/hook-entries';
import { changeSettings } from '../installer/settings-file';
import { hooksFile, hookTool, isSwitchHook, switchHooks } from '../installer/switch-hooks';
import { usageFailure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { changeMachineState } from '../state/machine-state';
import { targetOf } from '../targets/target';
import { mark } from './sync';

/** Installs or removes the hooks by which an assistant brings and stores its session itself. */
export async function hooks(run: Run, action: string, wanted: string): Promise<Outcome> {
  if (action !== 'install' && action !== 'remove') {
    throw usageFailure(`hooks takes install or remove, not "${action}".`);
  }
  const tool = hookTool(wanted);
  const isInstall = action === 'install';
  const change = (text: string) =>
    isInstall ? withHooks(text, switchHooks(tool), isSwitchHook) : withoutHooks(text, isSwitchHook);
  const path = hooksFile(targetOf(tool, run.environment));
  const { file, isChanged, backup } = await changeSettings(path, 'assistant-switch', change, run.options);
  // Also where nothing had to be changed: the hooks may be older than the list.
  if (!run.options.dry_run) {
    await changeMachineState(run.environment, ({ hooks: known = [] }) => ({
      hooks: [...known.filter((one) => one !== file), ...(isInstall ? [file] : [])],
    }));
  }
  const shown = shownPath(file, run.environment);
  const verb = run.options.dry_run ? 'would be' : 'are now';
  const sentence = isChanged
    ? `The hooks ${verb} ${isInstall ? 'in' : 'gone from'} ${shown}.`
    : `${shown} ${isInstall ? 'has the hooks already' : 'has none of the hooks'}. Nothing to do.`;
  return {
    lines: [
      `${mark(run)} ${sentence}`,
      ...(backup === null ? [] : [run.paint.faint(`  As it was: ${shownPath(backup, run.environment)}`)]),
      ...(isInstall && isChanged && tool === 'codex'
        ? ['  Codex asks once whether you trust them: /hooks in Codex.']
        : []),
      ...(isInstall && isChanged && tool === 'claude-code' && run.environment.platform === 'darwin'
        ? ['  Claude Code reads the keychain when it starts: after a switch by a hook, start it once more.']
        : []),
    ],
    facts: {
      result: isChanged ? (isInstall ? 'installed' : 'removed') : 'unchanged',
      dry_run: run.options.dry_run,
      tool,
      file,
      backup,
    },
  };
}
