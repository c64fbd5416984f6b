import { LIMITS } from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';

const DAY_MS = 86_400_000;
/** The clock of a machine may be ahead by this much. */
const AHEAD_MS = 60_000;

/**
 * When something was said that is sent later; null: now.
 * @param field where it was sent
 */
export function saidAt(field: string, time: string | undefined, now: Date): string | null {
  if (time === undefined) return null;
  const behindMs = now.getTime() - Date.parse(time);
  const days = LIMITS.session_age_days.max;
  if (behindMs < -AHEAD_MS || behindMs > days * DAY_MS) {
    const message = `${field} must be a time of the last ${days} days, and not in the future.`;
    throw invalidRequest([{ field, code: 'out_of_range', message }]);
  }
  return behindMs < 0 ? null : time;
}
