import type { Stretch } from './stretch';

/** How long a slot is, and how far apart slots begin, in milliseconds. */
export interface Grid {
  length: number;
  step: number;
}

/**
 * The slots that fit into the open hours and meet nothing that is booked. They are counted from each opening on.
 * @param booked by their starts and by their ends
 */
export function freeSlots(open: readonly Stretch[], booked: readonly Stretch[], grid: Grid): Stretch[] {
  const slots: Stretch[] = [];
  let next = 0;
  for (const { start: opens, end: closes } of open) {
    for (let start = opens; start + grid.length <= closes; start += grid.step) {
      const end = start + grid.length;
      while ((booked[next]?.end ?? Infinity) <= start) next++;
      if ((booked[next]?.start ?? Infinity) >= end) slots.push({ start, end });
    }
  }
  return slots;
}

/** What is booked with the time around it that has to stay free. */
export function withBuffer(booked: readonly Stretch[], buffer_minutes: number): Stretch[] {
  const bufferMs = buffer_minutes * 60_000;
  return booked.map(({ start, end }) => ({ start: start - bufferMs, end: end + bufferMs }));
}
