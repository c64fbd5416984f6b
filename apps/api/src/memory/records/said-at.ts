import { LIMITS } from '@groupless/shared-dto';
import type { WriteSource } from '../../platform/access/write-source';
import { invalidRequest } from '../../platform/errors/app-error';

const DAY_MS = 86_400_000;
/** The clock of a machine may be ahead by this much. */
const AHEAD_MS = 60_000;
/** A request may be on its way for so long. Clocks that differ by more are not the same. */
const ON_ITS_WAY_MS = 5_000;

type SenderClock = Pick<WriteSource, 'sent_ms'>;

/**
 * A time of the sender's clock by ours: how old it is, that clock tells right also where it is wrong. Unless that leads out of
 * the time in which something may have been said: then it is not the clock that the time is from.
 */
export function byOurClock(time: string, now: Date, { sent_ms = now.getTime() }: SenderClock): Date {
  const lateMs = now.getTime() - sent_ms;
  const toldMs = Date.parse(time);
  const isMoved = Math.abs(lateMs) > ON_ITS_WAY_MS && isSayable(toldMs + lateMs, now);
  return new Date(isMoved ? toldMs + lateMs : toldMs);
}

function isSayable(atMs: number, now: Date): boolean {
  const behindMs = now.getTime() - atMs;
  return behindMs >= -AHEAD_MS && behindMs <= LIMITS.session_age_days.max * DAY_MS;
}

/**
 * When something was said that is sent later; null: now.
 * @param field where it was sent
 */
export function saidAt(
  field: string,
  time: string | undefined,
  now: Date,
  clock: SenderClock,
): string | null {
  if (time === undefined) return null;
  const at = byOurClock(time, now, clock);
  if (!isSayable(at.getTime(), now)) {
    const message = `${field} must be a time of the last ${LIMITS.session_age_days.max} days, and not in the future.`;
    throw invalidRequest([{ field, code: 'out_of_range', message }]);
  }
  if (at > now) return null;
  // To the letter where it is so already: it may be finer than a millisecond.
  return at.getTime() === Date.parse(time) ? time : at.toISOString();
}
