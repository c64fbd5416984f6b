const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between the attempts of one delivery; the last one repeats. */
const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];

/** How long a delivery is tried. */
export const PATIENCE_MS = 48 * HOUR;
/** A webhook of which every delivery fails for so long is switched off. */
export const GIVE_UP_AFTER_MS = 72 * HOUR;
/** After so many failures in a row the receiver counts as down: then one delivery at a time is tried. */
export const DOWN_AFTER = 5;

/** @param failures of the delivery, this one included */
export function pauseAfter(failures: number): number {
  return PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? SECOND;
}

/**
 * How long nothing is sent to a receiver.
 * @param failures in a row, of whichever deliveries; 0: it answers
 */
export function pauseOfReceiver(failures: number): number | null {
  return failures < DOWN_AFTER ? null : pauseAfter(failures - DOWN_AFTER + 1);
}
