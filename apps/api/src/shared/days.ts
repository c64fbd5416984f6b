import { Temporal } from 'temporal-polyfill';

/** Consecutive days. */
export interface Days {
  /** As `2026-11-20`. */
  dates: string[];
  /** The start of each day, and then the end of the last. */
  bounds: string[];
}

/** The last `count` days in a time zone, up to and including today. */
export function lastDays(count: number, now: Date, time_zone: string): Days {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(time_zone)
    .toPlainDate();
  const days = Array.from({ length: count + 1 }, (_, index) => today.add({ days: index - count + 1 }));
  return {
    dates: days.slice(0, count).map(String),
    bounds: days.map((day) => day.toZonedDateTime(time_zone).toInstant().toString()),
  };
}
