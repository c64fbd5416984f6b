import type { Environment } from '../../program/environment';
import type { SessionState } from '../store/session-state';
import { sendSpooled } from '../store/send-spooled';
import { hashOf } from '../transcript/digest';
import { withoutTranscript } from './checkpoint';
import { collect, collected, stored } from './collect';
import { elapsedMs } from './elapsed';
import { ended } from './end-session';
import type { HookRun } from './hook-run';

/** The user waits for the whole process, 0.15 s: until when it sends, since it began. */
const SENDING_MS = 120;
/** How long a transcript that lags behind is waited for where nobody waits for the hook. */
const LAG_MS = 500;
const LOOK_EVERY_MS = 25;

/**
 * Writes the turn into the spool before the assistant can end: `claude -p` ends at once, ends its background hooks with
 * itself, and in older versions runs none at the end of the session. There the turn and a summary are also sent.
 */
export async function turnEnd(run: HookRun): Promise<string> {
  const { environment, api } = run;
  const isLast = isHeadless(environment);
  await collect(run, async (state) => {
    const told = withoutTranscript(run, state, 'assistant', run.input.last_answer);
    return isLast ? ended(run, await withLastAnswer(run, told)) : told;
  });
  // Claude Code in a terminal sends in the background; the others have no such hooks. Where the server gave no answer a moment ago,
  // `claude -p` does not wait for it again: the end of the session tries once more, or else the next session.
  if (isLast && !run.isPaused) await sendSpooled(environment, api, () => run.remainingMs() > 100);
  else if (isLast || !isClaudeCode(environment)) {
    const isInTime = () => elapsedMs() < SENDING_MS;
    const sent = sendSpooled(
      environment,
      api.within(() => SENDING_MS - elapsedMs()),
      isInTime,
    );
    // That a server gives no answer within what is left of so little time says nothing about it: a later hook sends.
    await sent.catch((error: unknown) => {
      if (isInTime()) throw error;
    });
  }
  return '';
}

function isClaudeCode({ variables }: Pick<Environment, 'variables'>): boolean {
  return Boolean(variables['CLAUDE_CODE_ENTRYPOINT']);
}

/** `claude -p`: nobody is there who waits, and perhaps no other session ever follows on this machine. */
export function isHeadless({ variables }: Pick<Environment, 'variables'>): boolean {
  return variables['CLAUDE_CODE_ENTRYPOINT'] === 'sdk-cli';
}

/** A transcript may lag behind the answer: then it is waited for, and else the answer is taken from the hook's input. */
async function withLastAnswer(run: HookRun, state: SessionState): Promise<SessionState> {
  const answer = run.input.last_answer.trim();
  let present = state;
  const hasIt = () => present.last?.role === 'assistant' && present.last.hash === hashOf(answer);
  if (answer === '' || state.transcript_path === '') return state;
  const until = elapsedMs() + LAG_MS;
  while (!hasIt() && elapsedMs() < until) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    present = collected(run, present);
  }
  if (hasIt()) return present;
  const id = `answer-${hashOf(answer)}`;
  return stored(run, present, [
    { kind: 'turn', id, role: 'assistant', text: answer, at: run.now().toISOString(), form: 'hook' },
  ]);
}
