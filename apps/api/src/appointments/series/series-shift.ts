import type { PatchAppointmentDto } from '@groupless/shared-dto';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import { afterClockDistance, clockDistance } from '../../shared/recurrence/clock-distance';

/** What changes of the times of each appointment of a series when one of them moves. */
export type Shift = (stored: TimeRange) => Pick<PatchAppointmentDto, 'starts_at' | 'ends_at'>;

/**
 * Each one moves by as many days as the one that is asked for, to the same time of day by the clocks of the zone, and
 * becomes as long.
 */
export function shiftOf(before: TimeRange, after: TimeRange, time_zone: string): Shift {
  const distance = clockDistance(before.start, after.start, time_zone);
  const length = after.end - after.start;
  return ({ start }) => {
    const moved = afterClockDistance(start, distance, time_zone);
    return { starts_at: new Date(moved).toISOString(), ends_at: new Date(moved + length).toISOString() };
  };
}
