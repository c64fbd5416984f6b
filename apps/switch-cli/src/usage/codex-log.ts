import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { memberOf } from '@groupless/shared-dto/session-documents';
import { textOrNull } from '../targets/session-format';
import { codexReading, type UsageWindow } from './reading';

/** Events that come after the last figures are short. */
const TAIL_BYTES = 512 * 1024;
const HEAD_BYTES = 4 * 1024;

/** What the log of a session says of the limits of its account. */
export interface CodexSession {
  session_id: string;
  began_at: string;
  /** The provider's id of the account with which it began; earlier versions do not say it. */
  account_id: string | null;
  at: string;
  windows: UsageWindow[];
}

/** @param input what Codex hands to a hook: it names the session and its log */
export function codexSession(input: string): CodexSession | null {
  try {
    const given: unknown = JSON.parse(input);
    const session_id = textOrNull(memberOf(given, 'session_id'));
    const log = textOrNull(memberOf(given, 'transcript_path'));
    if (session_id === null || log === null) return null;
    const { head, tail } = endsOf(log);
    // The first line may be longer than what was read of it.
    const began_at = /^\{\s*"timestamp"\s*:\s*"([^"]+)"/.exec(head)?.[1] ?? null;
    const reading = tail
      .split('\n')
      .toReversed()
      .map(codexReading)
      .find((one) => one !== null);
    const account_id = /"creator_account_id"\s*:\s*"([^"]+)"/.exec(head)?.[1] ?? null;
    return reading === undefined || began_at === null
      ? null
      : { session_id, began_at, account_id, ...reading };
  } catch {
    return null;
  }
}

function endsOf(path: string): { head: string; tail: string } {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const part = (from: number, length: number) => {
      const bytes = Buffer.alloc(Math.min(length, size - from));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from)).toString();
    };
    return { head: part(0, HEAD_BYTES), tail: part(Math.max(0, size - TAIL_BYTES), TAIL_BYTES) };
  } finally {
    closeSync(descriptor);
  }
}
