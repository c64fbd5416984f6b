import { LIMITS } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { refusal, type RecurrenceRule } from './recurrence-rule';

/**
 * When a rule has something begin, in milliseconds since 1970. Each keeps the time of day of the first one by the clocks of
 * the zone; a time that they skip is an hour later, one that they repeat is the first.
 * @throws AppError `invalid_request` on `rrule`: the first one is not by the rule, or there are too many
 */
export function startsOf(rule: RecurrenceRule, firstMs: number, time_zone: string): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(firstMs).toZonedDateTimeISO(time_zone);
  const [date, time] = [first.toPlainDate(), first.toPlainTime()];
  const last = date.add({ days: LIMITS.block_days });
  const starts: number[] = [];
  for (const day of datesOf(rule, date, last)) {
    const start = day.toZonedDateTime({ timeZone: time_zone, plainTime: time });
    if (starts.length === rule.count || isPast(rule.until, start)) break;
    if (starts.length === 0 && !day.equals(date))
      throw refusal('incorrect', 'has no such day: let starts_at be on one of its days');
    if (Temporal.PlainDate.compare(day, last) > 0)
      throw refusal('out_of_range', `reaches further than ${LIMITS.block_days} days: end it earlier`);
    if (starts.length === LIMITS.series)
      throw refusal('out_of_range', `repeats more than ${LIMITS.series} times: end it earlier`);
    starts.push(start.epochMilliseconds);
  }
  if (starts.length === 0) throw refusal('out_of_range', 'ends before starts_at');
  // The first one may be the second of a time that the clocks repeat.
  return [firstMs, ...starts.slice(1)];
}

function isPast(until: RecurrenceRule['until'], start: Temporal.ZonedDateTime): boolean {
  if (until === null) return false;
  if (until instanceof Temporal.Instant) return Temporal.Instant.compare(start.toInstant(), until) > 0;
  if (until instanceof Temporal.PlainDateTime)
    return Temporal.PlainDateTime.compare(start.toPlainDateTime(), until) > 0;
  return Temporal.PlainDate.compare(start.toPlainDate(), until) > 0;
}

/** Its days from the first one on, and one behind the last that may be. */
function* datesOf(
  { every, interval, weekdays, day }: RecurrenceRule,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): Generator<Temporal.PlainDate> {
  const monday = first.subtract({ days: first.dayOfWeek - 1 });
  const days = weekdays.length === 0 ? [first.dayOfWeek] : [...new Set(weekdays)].sort((a, b) => a - b);
  const month = first.toPlainYearMonth();
  const unit = every === 'DAILY' ? 'days' : every === 'WEEKLY' ? 'weeks' : 'months';
  for (let step = 0; Temporal.PlainDate.compare(first.add({ [unit]: step }), last) <= 0; step += interval) {
    const dates =
      every === 'DAILY'
        ? [first.add({ days: step })]
        : every === 'WEEKLY'
          ? days.map((weekday) => monday.add({ weeks: step, days: weekday - 1 }))
          : dayOfMonth(month.add({ months: step }), day ?? first.day);
    yield* dates.filter((date) => Temporal.PlainDate.compare(date, first) >= 0);
  }
  yield last.add({ days: 1 });
}

/** None where the month does not have it. */
function dayOfMonth(
  month: Temporal.PlainYearMonth,
  day: Exclude<RecurrenceRule['day'], null>,
): Temporal.PlainDate[] {
  if (typeof day === 'number') {
    const number = day === -1 ? month.daysInMonth : day;
    return number > month.daysInMonth ? [] : [month.toPlainDate({ day: number })];
  }
  const { nth, weekday } = day;
  const firstOf = month.toPlainDate({ day: 1 });
  const inFirstWeek = 1 + ((weekday - firstOf.dayOfWeek + 7) % 7);
  const weeks = nth === -1 ? Math.floor((month.daysInMonth - inFirstWeek) / 7) : nth - 1;
  const number = inFirstWeek + weeks * 7;
  return number > month.daysInMonth ? [] : [month.toPlainDate({ day: number })];
}
