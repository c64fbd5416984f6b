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
  /** What was remembered after the last write. */
  entry: StateEntry | null;
  /** Null before the panel was asked. */
  incoming: IncomingSession | null;
  /** Accounts whose sessions, in versions kept here, are exactly the local one. */
  known_owners: readonly string[];
}

export const REFUSALS = {
  unreadable: 'what is there cannot be read',
  unknown: 'assistant-switch has not written it and cannot tell whose it is',
  unidentified: 'it has changed since it was written, and nothing tells whose it is now',
  foreign: 'it belongs to another account than the one that was written',
  wiped: 'it has changed since it was written and lacks tokens, as after a log-out',
  older: 'it is older than what was written',
  panel_went_back: 'the panel offers an older session than the one that is here',
} as const;

export type Refusal = keyof typeof REFUSALS;

export type Decision =
  /** The file holds the panel's session already. */
  | { do: 'keep' }
  /** Nothing in the file can be lost. */
  | { do: 'write' }
  /** The file holds a newer session of the account in `entry`: store it in the panel first. */
  | { do: 'capture'; entry: StateEntry }
  | { do: 'refuse'; why: Refusal };

/** What may happen to a local session. */
export function decide({ local, entry, incoming, known_owners }: Situation): Decision {
  if (local.kind === 'none') return { do: 'write' };
  if (local.kind === 'unreadable') return refuse('unreadable');
  if (incoming !== null && holds(local, entry, incoming)) return { do: 'keep' };
  if (incoming?.sha256 === local.sha256) return { do: 'write' };
  if (entry === null) return refuse('unknown');
  if (local.sha256 === entry.sha256) {
    return incoming !== null && isBefore(incoming, entry) ? refuse('panel_went_back') : { do: 'write' };
  }
  const reason = reasonNotToCapture(local, entry, known_owners);
  return reason === null ? { do: 'capture', entry } : refuse(reason);
}

/** Why a session that has changed since may not be stored for the account that was written; null if it may. */
function reasonNotToCapture(
  local: FoundSession,
  entry: StateEntry,
  known_owners: readonly string[],
): Refusal | null {
  if (!local.is_complete) return 'wiped';
  if (local.identity === null || entry.identity === null) return 'unidentified';
  if (!isSameIdentity(local.identity, entry.identity)) return 'foreign';
  // An assistant that ran during the switch may have put back what it had in memory.
  if (known_owners.some((owner) => owner !== entry.account_id)) return 'foreign';
  return isOlder(local.renewed_ms, entry.renewed_ms) ? 'older' : null;
}

/** Whether a local session was renewed before another; unknown is not older. */
export function isOlder(local_ms: number | null, other_ms: number | null): boolean {
  return local_ms !== null && other_ms !== null && local_ms < other_ms;
}

function holds(local: FoundSession, entry: StateEntry | null, incoming: IncomingSession): boolean {
  if (local.sha256 !== incoming.sha256) return false;
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
