import { LIMITS } from '@groupless/shared-dto';
import type { WriteSource } from '../../platform/access/write-source';
import { invalidRequest } from '../../platform/errors/app-error';

const DAY_MS = 86_400_000;
/** The clock of a machine may be ahead by this much. */
const AHEAD_MS = 60_000;
/** A request may be on its way for so long. Clocks that differ by more are not the same. */
const ON_ITS_WAY_MS = 5_000;

type SenderClock = Pick<WriteSource, 'sent_ms'>;

/** A time of the sender's clock by ours: how old it is, that clock tells right also where it is wrong. */
export function byOurClock(time: string, now: Date, { sent_ms = now.getTime() }: SenderClock): Date {
  const lateMs = now.getTime() - sent_ms;
  return new Date(Date.parse(time) + (Math.abs(lateMs) <= ON_ITS_WAY_MS ? 0 : lateMs));
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
  const behindMs = now.getTime() - at.getTime();
  const days = LIMITS.session_age_days.max;
  if (behindMs < -AHEAD_MS || behindMs > days * DAY_MS) {
    const message = `${field} must be a time of the last ${days} days, and not in the future.`;
    throw invalidRequest([{ field, code: 'out_of_range', message }]);
  }
  if (behindMs < 0) return null;
  // To the letter where it is so already: it may be finer than a millisecond.
  return at.getTime() === Date.parse(time) ? time : at.toISOString();
}
