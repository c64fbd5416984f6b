import type { PatchAppointmentDto } from '@groupless/shared-dto';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import { afterClockDistance, clockDistance } from '../../shared/recurrence/clock-distance';

/** How the times of the others in a series change when one of them moves. */
export type Shift = (stored: TimeRange) => Pick<PatchAppointmentDto, 'starts_at' | 'ends_at'>;

/** Each moves by the same number of days as the given one, to the same local time, and gets its length. */
export function shiftOf(before: TimeRange, after: TimeRange, time_zone: string): Shift {
  const distance = clockDistance(before.start, after.start, time_zone);
  const length = after.end - after.start;
  return ({ start }) => {
    const moved = afterClockDistance(start, distance, time_zone);
    return { starts_at: new Date(moved).toISOString(), ends_at: new Date(moved + length).toISOString() };
  };
}
