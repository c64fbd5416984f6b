import { assistantProcess, hasEnded, isSameProcess, type AssistantProcess } from '../store/assistant-process';
import { changeSession, listSessions, type SessionState } from '../store/session-state';
import { collected } from './collect';
import { ended } from './end-session';
import type { HookRun } from './hook-run';

const MOST = 5;
/** What counts as ended where nothing is known of its process. */
const SILENT_MS = 6 * 3_600_000;

/** Ends the sessions of this machine that never said that they ended: their assistant was killed, or has no such hook. */
export async function reap(run: HookRun): Promise<void> {
  const own = assistantProcess();
  const left = listSessions(run.environment, run.now())
    .filter(({ session_id, is_ended }) => session_id !== run.input.session_id && !is_ended)
    .filter((state) => isOver(state, own, run.now()));
  for (const { session_id } of left.slice(0, MOST)) {
    if (run.remainingMs() < 1_500) return;
    await changeSession(run.environment, session_id, (state) => {
      if (state === null) throw new TypeError('The session is gone.');
      return ended(run, collected(run, state));
    });
  }
}

/** An assistant has one session at a time, so a new one ends the one before. */
function isOver({ process, touched_at }: SessionState, own: AssistantProcess, now: Date): boolean {
  const isSilent = now.getTime() - Date.parse(touched_at) > SILENT_MS;
  if (process === null) return isSilent;
  return hasEnded(process) || isSameProcess(process, own) || isSilent;
}
