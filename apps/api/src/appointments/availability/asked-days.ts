import { Temporal } from 'temporal-polyfill';
import { dateOf, startOfDay } from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';

export interface AskedDays extends TimeRange {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

export function daysOf(date: string, days: number, time_zone: string): AskedDays {
  const first = Temporal.PlainDate.from(date);
  const next = first.add({ days });
  return {
    first,
    last: first.add({ days: days - 1 }),
    start: startOfDay(first, time_zone),
    end: startOfDay(next, time_zone),
  };
}

/** The day of an instant. */
export function dayOf(start: number, time_zone: string): AskedDays {
  return daysOf(dateOf(start, time_zone).toString(), 1, time_zone);
}
