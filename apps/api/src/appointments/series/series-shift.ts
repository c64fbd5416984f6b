import { Temporal } from 'temporal-polyfill';
import type { PatchAppointmentDto } from '@groupless/shared-dto';
import type { Stretch } from '../../shared/opening-hours/stretch';

/** What changes of the times of each appointment of a series when one of them moves. */
export type Shift = (stored: Stretch) => Pick<PatchAppointmentDto, 'starts_at' | 'ends_at'>;

/**
 * Each one moves by as many days as the one that is asked for, to the same time of day by the clocks of the zone, and
 * becomes as long.
 */
export function shiftOf(before: Stretch, after: Stretch, time_zone: string): Shift {
  const step = local(before.start, time_zone).until(local(after.start, time_zone), { largestUnit: 'days' });
  const length = after.end - after.start;
  return ({ start }) => {
    const moved = local(start, time_zone).add(step).toZonedDateTime(time_zone).epochMilliseconds;
    return { starts_at: new Date(moved).toISOString(), ends_at: new Date(moved + length).toISOString() };
  };
}

function local(ms: number, time_zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(time_zone).toPlainDateTime();
}
