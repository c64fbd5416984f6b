import { Temporal } from 'temporal-polyfill';

/** Days one after the other. */
export interface Days {
  /** As `2026-11-20`. */
  dates: string[];
  /** The instants at which they begin, and behind them the one at which the last ends. */
  bounds: string[];
}

/** The last `count` days of a time zone, today the last of them. */
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
