import { LIMITS } from '@groupless/shared-dto';
import { checkedOut, commitsSince } from '../project/branches';
import type { SessionState } from '../store/session-state';
import { spool } from '../store/spool';
import { EMPTY_DIGEST, summaryOf } from '../transcript/digest';
import { receiverOf, withRequest } from './collect';
import type { HookRun } from './hook-run';
import { placeOf } from '../project/place';

const MOST_COMMITS = 20;

/** Puts a summary of a session into the spool, if it has asked for anything since its last one. */
export async function ended(run: HookRun, before: SessionState): Promise<SessionState> {
  const state = withRequest(run, before);
  const { digest } = state;
  if (digest.requests === 0) return { ...state, is_ended: true };
  const commits = state.head === null ? [] : await commitsSince(state.cwd, state.head, MOST_COMMITS);
  // What was said is stored as turns. The digest stays: should the session go on, it counts.
  if (isTrivial(state) && commits.length === 0) return { ...state, is_ended: true };
  const list = (entries: readonly string[]) => entries.join(', ').slice(0, LIMITS.session_list.max);
  const place = await checkedOut(state.cwd);
  const present = { ...state, head: place.head ?? state.head, branch: place.branch };
  spool(run.environment, receiverOf(run, state), {
    kind: 'summary',
    identity: state.identity,
    session_id: state.session_id,
    idempotency_key: keyOf(state, 'end', state.ends + 1),
    ended_at: run.now().toISOString(),
    body: {
      made: 'extract',
      summary: clean(summaryOf(digest, commits)),
      ...placeOf(run.environment, present),
      ...(digest.done.length > 0 ? { tasks_completed: clean(list(digest.done)) } : {}),
      ...(digest.open.length > 0 ? { tasks_created: clean(list(digest.open)) } : {}),
    },
  });
  return { ...present, is_ended: true, ends: state.ends + 1, digest: EMPTY_DIGEST };
}

/** One request of one line, and nothing that came of it: no file, no task. A summary would say no more than the turns. */
function isTrivial({ digest, compactions, ends }: SessionState): boolean {
  const { requests, first_request, files, done, open } = digest;
  const results = files.length + done.length + open.length + compactions.length + ends;
  return requests === 1 && results === 0 && !first_request.trim().includes('\n');
}

/** A repeat within a day is known by it to the server; after that the state of the session keeps it away. */
export function keyOf({ session_id }: SessionState, what: 'compact' | 'end', n: number): string {
  return `${session_id.slice(0, LIMITS.outside_id.max - 20)}:${what}:${n}`;
}

/** What the server would refuse: NUL, halves of characters, and what is too long. */
export function clean(text: string): string {
  const whole = text.replaceAll('\0', '').toWellFormed();
  const letters = whole.length > LIMITS.summary.max ? [...whole] : [];
  return letters.length > LIMITS.summary.max ? letters.slice(0, LIMITS.summary.max).join('') : whole;
}
