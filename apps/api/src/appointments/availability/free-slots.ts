import type { Opening } from '../../shared/opening-hours/open-hours';
import { joined, without, type TimeRange } from '../../shared/opening-hours/time-range';

/** The length of a slot and the distance between starts, in milliseconds. */
export interface Grid {
  length: number;
  step: number;
}

/** The closed and booked ranges, merged and sorted. */
export interface Taken {
  ranges: readonly TimeRange[];
  /** Where bookings begin and end. */
  booked_starts: ReadonlySet<number>;
  booked_ends: ReadonlySet<number>;
}

/** @param booked with the time around each that stays free */
export function takenTimes(closed: readonly TimeRange[], booked: readonly TimeRange[]): Taken {
  return {
    ranges: joined([...closed, ...booked]),
    booked_starts: new Set(booked.map(({ start }) => start)),
    booked_ends: new Set(booked.map(({ end }) => end)),
  };
}

/** The working hours minus closed and booked ranges, by time. */
export function gapsOf(openings: readonly Opening[], taken: Taken): TimeRange[] {
  return without(joined(openings), taken.ranges);
}

/**
 * The slots within the working hours that overlap nothing closed or booked, by time. They are counted from the start of
 * each opening. To leave no unusable gaps, slots also begin where a booking ends, and end where one begins.
 * @param openings by time
 * @param gaps of these openings
 */
export function freeSlots(
  openings: readonly Opening[],
  taken: Taken,
  { length, step }: Grid,
  gaps = gapsOf(openings, taken),
): TimeRange[] {
  const slots: TimeRange[] = [];
  for (const gap of gaps) {
    const last = gap.end - length;
    if (last < gap.start) continue;
    const starts = new Set<number>();
    if (taken.booked_ends.has(gap.start)) starts.add(gap.start);
    for (const { start, end, grid } of openings) {
      const from = Math.max(gap.start, start);
      for (let at = grid + Math.ceil((from - grid) / step) * step; at <= last && at < end; at += step) {
        starts.add(at);
      }
    }
    if (taken.booked_starts.has(gap.end)) starts.add(last);
    const inOrder = [...starts].sort((a, b) => a - b);
    slots.push(...inOrder.map((start) => ({ start, end: start + length })));
  }
  return slots;
}
