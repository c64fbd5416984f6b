/** A placeholder of the longest age, for measuring, and for the tag, which does not change with the time. */
const WIDEST = '9999d';

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/**
 * The age in minutes up to an hour, in hours up to two days, otherwise in days.
 * @param now null: only the placeholder
 */
export function ageOf(time: string, now: Date | null): string {
  if (now === null) return WIDEST;
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(time)) / 60_000));
  if (minutes < HOUR_MIN) return `${minutes}m`;
  if (minutes < 2 * DAY_MIN) return `${Math.floor(minutes / HOUR_MIN)}h`;
  return `${Math.min(9999, Math.floor(minutes / DAY_MIN))}d`;
}
