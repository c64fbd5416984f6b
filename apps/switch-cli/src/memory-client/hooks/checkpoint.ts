import type { SessionState } from '../store/session-state';
import { sendSpooled } from '../store/send-spooled';
import { spool } from '../store/spool';
import { checkedOut } from '../project/branches';
import { EMPTY_DIGEST, hashOf } from '../transcript/digest';
import type { Turn } from '../transcript/facts';
import { withoutInjected } from '../transcript/injected';
import { collect, stored } from './collect';
import { clean, ended, keyOf } from './end-session';
import type { HookRun } from './hook-run';
import { placeOf } from '../project/place';
import { reap } from './reaper';

/** Stores the turns since the last time. */
export async function checkpoint(run: HookRun): Promise<string> {
  await collect(run, (state) => withoutTranscript(run, state, 'assistant', run.input.last_answer));
  await sendAll(run);
  return '';
}

/** Stores the summary that a compaction produces anyway. */
export async function compactSummary(run: HookRun): Promise<string> {
  const summary = clean(run.input.compact_summary.trim());
  await collect(run, async (state) => {
    const hash = hashOf(summary);
    if (summary === '' || state.compactions.includes(hash)) return state;
    const compactions = [...state.compactions, hash];
    const { branch, head } = await checkedOut(state.cwd);
    spool(run.environment, run.api, {
      kind: 'summary',
      identity: state.identity,
      session_id: state.session_id,
      idempotency_key: keyOf(state, 'compact', compactions.length),
      ended_at: run.now().toISOString(),
      body: { made: 'compact', summary, ...placeOf(run.environment, { ...state, branch, head }) },
    });
    return { ...state, compactions, digest: EMPTY_DIGEST };
  });
  await sendAll(run);
  return '';
}

/**
 * Stores the last turns, and a summary if the assistant stored none. Then ends killed sessions which a start had no time for, or
 * which were killed since: the next start may be long after.
 */
export async function sessionEnd(run: HookRun): Promise<string> {
  await collect(run, (state) => ended(run, state));
  await sendAll(run);
  await reap(run, null);
  await sendAll(run);
  return '';
}

/** For an assistant without a transcript: collects from the input of its hooks. */
export function withoutTranscript(
  run: HookRun,
  state: SessionState,
  role: Turn['role'],
  text: string,
): SessionState {
  const said = role === 'user' ? withoutInjected(text) : text.trim();
  if (state.transcript_path !== '' || said === '') return state;
  const turns = state.turns + 1;
  const turn: Turn = {
    kind: 'turn',
    id: `turn-${turns}`,
    role,
    text: said,
    at: run.now().toISOString(),
  };
  return { ...stored(run, state, [turn]), turns };
}

function sendAll({ environment, api, remainingMs }: HookRun): Promise<void> {
  return sendSpooled(environment, api, () => remainingMs() > 100);
}
