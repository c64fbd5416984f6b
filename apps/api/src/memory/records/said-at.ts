import { LIMITS } from '@groupless/shared-dto';
import type { WriteSource } from '../../platform/access/write-source';
import { invalidRequest } from '../../platform/errors/app-error';

const DAY_MS = 86_400_000;
/** The clock of a machine may be ahead by this much. */
const AHEAD_MS = 60_000;
/** A request may be on its way for so long. Clocks that differ by more are not the same. */
const ON_ITS_WAY_MS = 5_000;

/**
 * When something was said that is sent later; null: now. How old it is, the sender's clock tells right also where it is wrong.
 * @param field where it was sent
 */
export function saidAt(
  field: string,
  time: string | undefined,
  now: Date,
  { sent_ms = now.getTime() }: Pick<WriteSource, 'sent_ms'>,
): string | null {
  if (time === undefined) return null;
  const lateMs = now.getTime() - sent_ms;
  const isSameClock = Math.abs(lateMs) <= ON_ITS_WAY_MS;
  const behindMs = (isSameClock ? now.getTime() : sent_ms) - Date.parse(time);
  const days = LIMITS.session_age_days.max;
  if (behindMs < -AHEAD_MS || behindMs > days * DAY_MS) {
    const message = `${field} must be a time of the last ${days} days, and not in the future.`;
    throw invalidRequest([{ field, code: 'out_of_range', message }]);
  }
  if (behindMs < 0) return null;
  return isSameClock ? time : new Date(now.getTime() - behindMs).toISOString();
}
