import { Temporal } from 'temporal-polyfill';
import { dateOf } from '../../shared/opening-hours/open-hours';

export function localDate(instant: number, time_zone: string): string {
  return dateOf(instant, time_zone).toString();
}

/** `16:30` */
export function localTime(instant: number, time_zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(time_zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
}

/** How many days these are, with both. */
export function daysBetween(first: string, last: string): number {
  return Temporal.PlainDate.from(first).until(last).days + 1;
}
