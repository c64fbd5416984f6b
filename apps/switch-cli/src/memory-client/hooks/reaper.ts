import { Failure } from '../../program/failure';
import { hasEnded, isSameProcess, type AssistantProcess } from '../store/assistant-process';
import { changeSession, openSessions, type SessionState } from '../store/session-state';
import { collected } from './collect';
import { switchedOff } from '../switched-off';
import { ended } from './end-session';
import type { HookRun } from './hook-run';

const MOST = 5;
/** What counts as ended where nothing is known of its process. */
const SILENT_MS = 6 * 3_600_000;
/** The same where its process has begun another one: Codex runs all sessions of its terminals in one process. */
const SILENT_BESIDE_MS = 15 * 60_000;

/**
 * Ends the sessions of this machine that never said that they ended: their assistant was killed, or has no such hook.
 * @param own the process that begins another session; null where none begins
 */
export async function reap(run: HookRun, own: AssistantProcess | null): Promise<void> {
  const left = openSessions(run.environment)
    .filter(({ session_id }) => session_id !== run.input.session_id)
    .filter((state) => isOver(state, own, run.now()))
    .filter(({ cwd }) => switchedOff(run.environment, cwd) === null);
  let reaped = 0;
  for (const { session_id } of left) {
    if (reaped >= MOST || run.remainingMs() < 1_500) return;
    if (await isReaped(run, session_id)) reaped++;
  }
}

/** One that cannot be ended, such as a locked one, must not keep the others waiting. */
async function isReaped(run: HookRun, session_id: string): Promise<boolean> {
  try {
    await changeSession(run.environment, session_id, (state) => {
      if (state === null) throw new Failure('file_error', 'The session is gone.');
      return ended(run, collected(run, state));
    });
    return true;
  } catch (failure) {
    if (failure instanceof Failure) return false;
    throw failure;
  }
}

export function isOver(
  { process, touched_at }: Pick<SessionState, 'process' | 'touched_at'>,
  own: AssistantProcess | null,
  now: Date,
): boolean {
  const silentMs = now.getTime() - Date.parse(touched_at);
  if (silentMs > SILENT_MS) return true;
  if (process === null) return false;
  return hasEnded(process) || (isSameProcess(process, own) && silentMs > SILENT_BESIDE_MS);
}
