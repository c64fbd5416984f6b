import { Temporal } from 'temporal-polyfill';

/** How far it is between two instants by the clocks of a zone, in days and a time of day: a day may last 23 or 25 hours. */
export function clockDistance(from: number, to: number, time_zone: string): Temporal.Duration {
  return local(from, time_zone).until(local(to, time_zone), { largestUnit: 'days' });
}

/** The instant that lies so far from another one by the clocks of a zone. */
export function afterClockDistance(from: number, distance: Temporal.Duration, time_zone: string): number {
  return local(from, time_zone).add(distance).toZonedDateTime(time_zone).epochMilliseconds;
}

function local(instantMs: number, time_zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(time_zone).toPlainDateTime();
}
