import type { SlotDto } from '@groupless/shared-dto';
import type { Stretch } from './stretch';

/** How long a slot is, and how far apart slots begin, in milliseconds. */
export interface Grid {
  length: number;
  step: number;
}

/**
 * The slots that fit into the open hours and meet nothing that is booked. They are counted from each opening on.
 * @param booked by time, without overlaps
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

export function toSlotDto({ start, end }: Stretch): SlotDto {
  return { starts_at: new Date(start).toISOString(), ends_at: new Date(end).toISOString() };
}
