/** What is marked as expiring: an account's session, a key. */
export type Expiry = 'expired' | 'expiring' | 'valid';

const WEEK_MS = 7 * 86_400_000;

/** Where something with an end stands: `expiring` when it ends within the warned time. */
export function expiryOf(ends_at: string | null, nowMs: number, warnedMs: number): Expiry {
  if (ends_at === null) return 'valid';
  const leftMs = new Date(ends_at).getTime() - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs <= warnedMs ? 'expiring' : 'valid';
}

/**
 * Where an account's session stands: `expiring` in the last tenth of its time, a week at most. Tokens that live for hours
 * would be warned of all the time otherwise, those that live for a year too late.
 */
export function sessionExpiry(
  {
    session_updated_at: since,
    session_expires_at: until,
  }: { session_updated_at: string | null; session_expires_at: string | null },
  nowMs: number,
): Expiry {
  const lifeMs = since === null || until === null ? 0 : Date.parse(until) - Date.parse(since);
  return expiryOf(until, nowMs, Math.min(WEEK_MS, lifeMs / 10));
}
