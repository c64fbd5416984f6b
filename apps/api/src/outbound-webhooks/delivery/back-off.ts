const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The back-off between attempts of one delivery. The last pause repeats. */
const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];

/** A delivery expires after this time. */
export const EXPIRES_AFTER_MS = 48 * HOUR;
/** A webhook whose deliveries have all failed for so long is switched off. */
export const GIVE_UP_AFTER_MS = 72 * HOUR;
/** One that has answered 410 (gone) for so long is switched off, too. */
export const GONE_AFTER_MS = 24 * HOUR;
/** After so many consecutive failures the receiver counts as down, and only one delivery at a time is tried. */
export const DOWN_AFTER = 5;

/** @param failures of the delivery, including this one */
export function pauseAfter(failures: number): number {
  return PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? SECOND;
}

/**
 * The back-off of a receiver; null: it is not down.
 * @param failures consecutive, of any deliveries
 */
export function pauseOfReceiver(failures: number): number | null {
  return failures < DOWN_AFTER ? null : pauseAfter(failures - DOWN_AFTER + 1);
}
