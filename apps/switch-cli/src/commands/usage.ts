import { spawn } from 'node:child_process';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shownPath } from '../files/places';
import { makeFolder } from '../files/safe-folder';
import { withHooks, withoutHooks } from '../installer/hook-entries';
import { changeSettings } from '../installer/settings-file';
import { HOOK_TOOLS, hooksFile, isUsageHook, USAGE_HOOKS } from '../installer/switch-hooks';
import { EXIT, type ExitCode } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { changeMachineState } from '../state/machine-state';
import { holdOwnLock } from '../state/own-lock';
import { filesOf, refuseInsideRun } from '../switching/switching';
import { targetOf } from '../targets/target';
import { addLine, filesWithLine, removeLine } from '../usage/line-files';
import { bookUsage, reportUsage } from '../usage/report';
import { inboxFolder, usageFolder } from '../usage/usage-places';
import { mark } from './sync';

/** Has the assistants of this machine report how much of their accounts' limits is used; or no longer. */
export function usage(run: Run, action: string): Promise<Outcome> {
  if (action === 'on') return usageOn(run);
  if (action === 'off') return usageOff(run);
  if (action === 'report') return report(run);
  throw usageFailure(`usage takes on or off, not "${action}".`);
}

/** Codex stops the hook after 3 seconds; another report may just be writing. */
const HOOK_WAIT_MS = 1_000;

interface Changed {
  tool: string;
  file: string;
  isChanged: boolean;
  line: string;
}

async function usageOn(run: Run): Promise<Outcome> {
  const { environment, options } = run;
  if (environment.platform === 'win32')
    throw new Failure('refused', 'This works with a shell of Linux or macOS, and was not tried on Windows.', [
      'Use WSL there.',
    ]);
  const changed: Changed[] = [];
  if (!options.dry_run) makeFolder(inboxFolder(environment));
  for (const tool of toolsOf(run)) {
    const target = targetOf(tool, environment);
    refuseInsideRun(run, filesOf(run, tool));
    if (tool === 'claude-code') {
      const program = { node: process.execPath, file: realpathSync(process.argv[1] ?? '') };
      const { file, isChanged, hasOwn } = await addLine(environment, target, program, options);
      const own = hasOwn ? 'yours is shown as before' : 'it shows nothing';
      changed.push({ tool, file, isChanged, line: `the status line (${own})` });
    } else {
      const change = (text: string) => withHooks(text, USAGE_HOOKS, isUsageHook);
      const { file, isChanged } = await changeSettings(
        hooksFile(target),
        'assistant-switch',
        change,
        options,
      );
      if (!options.dry_run) {
        await changeMachineState(environment, ({ hooks = [] }) => ({
          hooks: [...hooks.filter((one) => one !== file), file],
        }));
      }
      changed.push({ tool, file, isChanged, line: 'a hook at the end of a session' });
    }
  }
  const asks = changed.some(({ tool, isChanged }) => tool === 'codex' && isChanged);
  return outcomeOf(
    run,
    changed,
    'on',
    asks ? ['  Codex asks once whether you trust it: /hooks in Codex.'] : [],
  );
}

async function usageOff(run: Run): Promise<Outcome> {
  const { environment, options } = run;
  const changed: Changed[] = [];
  const tools = options.target === null ? HOOK_TOOLS : toolsOf(run);
  if (tools.includes('claude-code')) {
    for (const file of filesWithLine(environment)) {
      const { isChanged } = await removeLine(environment, file, options);
      changed.push({ tool: 'claude-code', file, isChanged, line: 'the status line as it was before' });
    }
  }
  const hooks = hooksFile(targetOf('codex', environment));
  if (tools.includes('codex') && existsSync(hooks)) {
    const change = (text: string) => withoutHooks(text, isUsageHook);
    const { file, isChanged } = await changeSettings(hooks, 'assistant-switch', change, options);
    changed.push({ tool: 'codex', file, isChanged, line: 'its hooks without ours' });
  }
  if (options.target === null && !options.dry_run)
    rmSync(usageFolder(environment), { recursive: true, force: true });
  return outcomeOf(run, changed, 'off', []);
}

/** The tool that is named; else Claude Code, and Codex where it is used. */
function toolsOf({ options, environment }: Run): readonly string[] {
  const { target } = options;
  if (target === null)
    return HOOK_TOOLS.filter(
      (tool) => tool === 'claude-code' || existsSync(targetOf(tool, environment).folder),
    );
  if (HOOK_TOOLS.some((tool) => tool === target)) return [target];
  throw usageFailure(`"${target}" reports no usage.`, `There are: ${HOOK_TOOLS.join(', ')}.`);
}

function outcomeOf(run: Run, changed: readonly Changed[], action: 'on' | 'off', more: string[]): Outcome {
  const { environment, options, paint } = run;
  const isChanged = changed.some((one) => one.isChanged);
  const sentence = { on: 'Usage is reported from now on', off: 'Usage is no longer reported' }[action];
  return {
    lines: [
      isChanged
        ? `${mark(run)} ${options.dry_run ? 'Would be changed' : sentence}:`
        : `${mark(run)} ${action === 'on' ? 'Usage is reported already' : 'Usage was not reported'}. Nothing to do.`,
      ...changed
        .filter((one) => one.isChanged)
        .map(({ file, line }) => `  ${shownPath(file, environment)} has ${line}`),
      ...more,
      ...(action === 'on' && isChanged
        ? [
            paint.faint(
              '  At most once a minute; assistant-switch list shows it, assistant-switch usage off ends it.',
            ),
          ]
        : []),
    ],
    facts: {
      result: isChanged ? action : 'unchanged',
      dry_run: options.dry_run,
      files: changed.map(({ tool, file, isChanged: is_changed }) => ({ tool, file, is_changed })),
    },
  };
}

/** A hook has to end at once, and the panel may be slow: the report goes on without it. What failed is tried once more. */
function reportInBackground(): void {
  const reports = '"$0" "$1" usage report || sleep 61; while "$0" "$1" usage report; do sleep 60; done';
  const words = ['-c', reports, process.execPath, process.argv[1] ?? ''];
  spawn('sh', words, { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}

/** What the status line runs in the background, and Codex as a hook. It prints nothing, and says by its code whether to come back. */
async function report(run: Run): Promise<Outcome> {
  const isHook = run.options.target === 'codex';
  // Codex shows what a hook ends with.
  const nothing = isHook ? EXIT.done : EXIT.nothing_to_write;
  // Only what is older than the last `usage off` gets here.
  if (!existsSync(usageFolder(run.environment))) return silent(nothing);
  const input = run.ask.is_terminal ? '' : await run.ask.piped().catch(() => '');
  const lock = join(usageFolder(run.environment), 'lock');
  const release = await holdOwnLock(lock, isHook ? HOOK_WAIT_MS : 0).catch(() => null);
  if (release === null) return silent(nothing);
  let isLeft = false;
  try {
    if (!isHook) return silent(await reportUsage(run));
    isLeft = Object.keys(bookUsage(run, input).waiting).length > 0;
    return silent(EXIT.done);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return silent(nothing);
  } finally {
    release();
    // Afterwards, as it takes the lock.
    if (isLeft) reportInBackground();
  }
}

function silent(exit_code: ExitCode): Outcome {
  return { lines: [], facts: {}, isSilent: true, exit_code };
}
