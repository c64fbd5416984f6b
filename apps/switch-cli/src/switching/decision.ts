import { isSameIdentity, type FoundSession, type LocalSession } from '../targets/session-format';
import { fingerprint } from '../files/fingerprint';
import type { StateEntry } from '../state/state-folder';

/** The session that the panel has for this machine. */
export interface IncomingSession extends FoundSession {
  account_id: string;
  session_version: number;
}

export interface Situation {
  local: LocalSession;
  /** When the file was changed last, if that is known: milliseconds since 1970. */
  changed_ms?: number | null;
  /** What was remembered after the last write. */
  entry: StateEntry | null;
  /** Null before the panel was asked. */
  incoming: IncomingSession | null;
  /** What was remembered of the sessions that were replaced here, the newest first. */
  earlier: readonly StateEntry[];
}

export const REFUSALS = {
  unreadable: 'it cannot be read',
  unknown: 'assistant-switch has not written its session and cannot tell whose it is',
  unidentified: 'its session has changed since it was written, and nothing tells whose it is now',
  foreign: 'its session belongs to another account than the one that was written',
  doubtful:
    'its session has changed in a way that points to another account: an assistant that ran during the last ' +
    'switch may have written its own tokens there',
  wiped: 'its session has changed since it was written and lacks tokens, as after a log-out',
  older: 'its session is older than what was written',
  panel_went_back: 'the panel offers an older session than the one that is here',
} as const;

export type Refusal = keyof typeof REFUSALS;

export type Decision =
  /** The file holds the panel's session already. */
  | { do: 'keep' }
  /** The file holds nothing that could be lost. */
  | { do: 'write' }
  /** The file holds a newer session of the account in `entry`: store it in the panel first. */
  | { do: 'capture'; entry: StateEntry }
  | { do: 'refuse'; why: Refusal };

/** What to do with a local session. */
export function decide(situation: Situation): Decision {
  const { local, entry, incoming } = situation;
  if (local.kind === 'none') return { do: 'write' };
  if (local.kind === 'unreadable') return refuse('unreadable');
  if (incoming !== null && holds(local, entry, incoming)) return { do: 'keep' };
  if (incoming?.sha256 === local.sha256) return { do: 'write' };
  if (entry === null) return refuse('unknown');
  if (local.sha256 === entry.sha256) {
    return incoming !== null && isBefore(incoming, entry) ? refuse('panel_went_back') : { do: 'write' };
  }
  const reason = reasonNotToCapture(local, entry, situation);
  return reason === null ? { do: 'capture', entry } : refuse(reason);
}

/** Why a session that has changed since may not be stored for the account that was written; null if it may. */
export function reasonNotToCapture(
  local: FoundSession,
  entry: StateEntry,
  { earlier, changed_ms = null }: Pick<Situation, 'earlier' | 'changed_ms'>,
): Refusal | null {
  if (!local.is_complete) return 'wiped';
  if (local.identity === null || entry.identity === null) return 'unidentified';
  if (!isSameIdentity(local.identity, entry.identity)) return 'foreign';
  const others = earlier.filter(({ account_id }) => account_id !== entry.account_id);
  if (others.some((other) => hasTokensOf(local, other))) return 'foreign';
  if (isOlder(local.renewed_ms, entry.renewed_ms)) return 'older';
  return isDoubtful(local, entry, others[0], changed_ms) ? 'doubtful' : null;
}

/** Whether a session is one that was written for an account, or has a token of it. */
export function hasTokensOf(local: FoundSession, entry: StateEntry): boolean {
  const hasToken = local.token_sha256 !== null && local.token_sha256 === (entry.token_sha256 ?? null);
  return hasToken || local.sha256 === entry.sha256;
}

/** An assistant renews its tokens a few minutes before they end. */
const RENEWED_BEFORE_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/**
 * The owner's ids lie in a file of their own, where assistant-switch has put them: they do not prove who wrote
 * the tokens. A tool that was running during the switch may renew the tokens that it had in memory, and
 * write them under the new owner. Two signs tell: another subscription; and a renewal at a time when the session
 * that was written had no need of one, but the one before it had.
 */
function isDoubtful(
  local: FoundSession,
  entry: StateEntry,
  previous: StateEntry | undefined,
  changedMs: number | null,
): boolean {
  const { plan = null, expires_ms = null } = entry;
  if (local.plan !== null && plan !== null && local.plan !== plan) return true;
  const previousMs = previous?.expires_ms ?? null;
  if (changedMs === null || previousMs === null || expires_ms === null) return false;
  if (changedMs - Date.parse(entry.written_at) > DAY_MS) return false;
  return expires_ms - changedMs > RENEWED_BEFORE_MS && previousMs - changedMs < RENEWED_BEFORE_MS;
}

/** Whether a local session was renewed before another; unknown is not older. */
export function isOlder(localMs: number | null, otherMs: number | null): boolean {
  return localMs !== null && otherMs !== null && localMs < otherMs;
}

function holds(local: FoundSession, entry: StateEntry | null, incoming: IncomingSession): boolean {
  if (local.sha256 !== incoming.sha256) return false;
  // The assistant has written whose session it is, which the panel does not know yet.
  if (incoming.identity === null && entry?.is_identity_learned) return isVersionOf(entry, incoming);
  if (local.identity === null || incoming.identity === null) return local.identity === incoming.identity;
  if (!isSameIdentity(local.identity, incoming.identity)) return false;
  // The assistant adds to its notes on the account; what the panel has of them need not be written again.
  return isVersionOf(entry, incoming) || fingerprint(local.document) === fingerprint(incoming.document);
}

function isVersionOf(entry: StateEntry | null, incoming: IncomingSession): boolean {
  return entry?.account_id === incoming.account_id && entry.session_version === incoming.session_version;
}

/** Versions come from one sequence: a lower one of the same account means that the panel was put back to a backup. */
function isBefore(incoming: IncomingSession, entry: StateEntry): boolean {
  return (
    incoming.account_id === entry.account_id &&
    entry.session_version !== null &&
    incoming.session_version < entry.session_version
  );
}

function refuse(why: Refusal): Decision {
  return { do: 'refuse', why };
}
