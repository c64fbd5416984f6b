import { LIMITS } from '@groupless/shared-dto';

const MINUTE_MS = 60_000;

/** The instant that many minutes later. */
export function endOf(starts_at: string, minutes: number): string {
  return new Date(Date.parse(starts_at) + minutes * MINUTE_MS).toISOString();
}

/** Whether an appointment may last so many minutes: what is being typed may be anything. */
export function isLength(minutes: number | null): minutes is number {
  const { min, max } = LIMITS.appointment_minutes;
  return minutes !== null && Number.isInteger(minutes) && minutes >= min && minutes <= max;
}

/** Whole minutes, as they pass: an hour that the clock skips does not count. */
export function minutesBetween(starts_at: string, ends_at: string): number {
  return Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE_MS);
}

/**
 * The next instant at which a slot begins, from now on.
 * @param first the one from which slots are counted: in many zones the clocks do not show full hours when UTC does
 */
export function nextSlot(now: Date, slot_minutes: number, first: string): string {
  const slotMs = slot_minutes * MINUTE_MS;
  const from = Date.parse(first);
  return new Date(from + Math.ceil((now.getTime() - from) / slotMs) * slotMs).toISOString();
}
