import { EXIT } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { readMachineState } from '../state/machine-state';
import { captureIfRenewed } from '../switching/secure';
import { filesOf, hold, isInsideRun, panelForWriting, withFiles } from '../switching/switching';
import { endKilledRuns } from './run-command';
import { bring, sync } from './sync';

/** For each request, and for each lock that somebody else holds. */
const TIMEOUT_MS = 2_000;
const LOCK_WAIT_MS = 1_000;
/** For all of it: shorter than the time that the assistant gives the hook (Codex 3 s at the end). */
const DEADLINES_MS: Record<string, number> = { 'session-start': 4_200, 'session-end': 2_600 };

/**
 * Run by the assistant's own hooks. It always ends with 0 and prints nothing, because the assistant would show the
 * output to its model.
 */
export async function hook(run: Run, event: string): Promise<Outcome> {
  const own = EVENTS[event];
  if (own === undefined) throw usageFailure(`There is no hook "${event}".`);
  const timeout_ms = Math.min(run.options.timeout_ms, TIMEOUT_MS);
  const options = { ...run.options, timeout_ms, lock_wait_ms: LOCK_WAIT_MS };
  try {
    // What is cut off is finished by the next run: the files are written whole or not at all.
    await Promise.race([own({ ...run, options, note: () => undefined }), deadline(event)]);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
  }
  return { lines: [], facts: {}, exit_code: EXIT.done, isSilent: true };
}

function deadline(event: string): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, DEADLINES_MS[event]).unref();
  });
}

const EVENTS: Record<string, (run: Run) => Promise<unknown>> = {
  'session-start': bringSession,
  'session-end': storeRenewed,
};

/** The active account, or the one that `use --here` has put on this machine. */
async function bringSession(run: Run): Promise<void> {
  const target = run.options.target ?? 'claude-code';
  // `run` has brought the session already.
  if (isInsideRun(run, filesOf(run, target).target)) return;
  await endKilledRuns(run);
  const pinned = readMachineState(run.environment).here[target];
  if (pinned === undefined) {
    await sync({ ...run, options: { ...run.options, target } });
    return;
  }
  const api = panelForWriting(run);
  const files = filesOf(run, target);
  await withFiles(run, files, async () => {
    const session = await api.sessionOf(pinned);
    await hold(run, files);
    await bring(run, files, api, session, { listed: null, isHere: true });
  });
}

async function storeRenewed(run: Run): Promise<void> {
  const files = filesOf(run, run.options.target ?? 'claude-code');
  if (files.decide(null).do !== 'capture') return;
  await captureIfRenewed(run, files, panelForWriting(run));
}
