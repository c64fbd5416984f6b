import { Failure } from '../../program/failure';
import { assistantProcess, hasEnded, isSameProcess, type AssistantProcess } from '../store/assistant-process';
import { changeSession, listSessions, type SessionState } from '../store/session-state';
import { collected } from './collect';
import { switchedOff } from '../switched-off';
import { ended } from './end-session';
import type { HookRun } from './hook-run';

const MOST = 5;
/** What counts as ended where nothing is known of its process. */
const SILENT_MS = 6 * 3_600_000;

/** Ends the sessions of this machine that never said that they ended: their assistant was killed, or has no such hook. */
export async function reap(run: HookRun): Promise<void> {
  const own = assistantProcess();
  const left = listSessions(run.environment)
    .filter(({ session_id, is_ended }) => session_id !== run.input.session_id && !is_ended)
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

/** An assistant has one session at a time, so a new one ends the one before. */
function isOver({ process, touched_at }: SessionState, own: AssistantProcess | null, now: Date): boolean {
  const isSilent = now.getTime() - Date.parse(touched_at) > SILENT_MS;
  if (process === null) return isSilent;
  return hasEnded(process) || isSameProcess(process, own) || isSilent;
}
