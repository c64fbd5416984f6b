import { LIMITS, type ReportPeriodDto, type ReportQueryDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { invalidRequest } from '../platform/errors/app-error';
import { firstInstantOf } from '../platform/validation/times/day-or-time';
import { dateOf, startOfDay } from '../shared/opening-hours/open-hours';
import type { ReportDay, Span } from './reports.repository';

/** How many days a report has unless it is asked otherwise. */
const USUAL_DAYS = 30;

/** Whole days of the business, and as many before them. */
export interface Periods {
  period: ReportPeriodDto;
  previous: ReportPeriodDto;
}

/**
 * The days from that of `from` up to, and without, `to`; a time on a day counts for the whole day.
 * @throws AppError `invalid_request`
 */
export function periodsOf({ from, to }: ReportQueryDto, now: Date, time_zone: string): Periods {
  const end =
    to === undefined
      ? dateOf(now.getTime(), time_zone).add({ days: 1 })
      : dateOf(firstInstantOf(to, time_zone) - 1, time_zone).add({ days: 1 });
  const start =
    from === undefined
      ? end.subtract({ days: USUAL_DAYS })
      : dateOf(firstInstantOf(from, time_zone), time_zone);
  const days = start.until(end, { largestUnit: 'day' }).days;
  if (days < 1) throw refusal('from must be earlier than to, which is the day after the last one.');
  if (days > LIMITS.report_days) throw refusal(`A report has at most ${LIMITS.report_days} days.`);
  return {
    period: periodOf(start, days, time_zone),
    previous: periodOf(start.subtract({ days }), days, time_zone),
  };
}

/** All days of both, the earliest first. */
export function daysOf({ period, previous }: Periods, time_zone: string): ReportDay[] {
  return daysFrom(Temporal.PlainDate.from(previous.from), period.days + previous.days, time_zone);
}

export function daysFrom(first: Temporal.PlainDate, count: number, time_zone: string): ReportDay[] {
  const dates = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }));
  const bounds = dates.map((date) => textOf(date, time_zone));
  return dates.slice(0, count).map((date, index) => ({
    day: date.toString(),
    begins: bounds[index] ?? '',
    ends: bounds[index + 1] ?? '',
  }));
}

/**
 * The months of which all days are there, and the other days one by one. Those before the present period are the former one's,
 * also where both share a month.
 */
export function spansOf(days: readonly ReportDay[], present: string): Span[] {
  const months = Map.groupBy(days, ({ day }) => `${day.slice(0, 7)} ${day >= present}`);
  return [...months.values()].flatMap((ofMonth): Span[] => {
    const all = ofMonth.map(({ day }) => ({ span: 'day' as const, day }));
    const [first] = all;
    const isWhole = first !== undefined && all.length === Temporal.PlainDate.from(first.day).daysInMonth;
    return isWhole ? [{ span: 'month', day: first.day }] : all;
  });
}

/** Weeks begin on Monday. */
export function firstDayOf(day: string, by: 'day' | 'week' | 'month'): string {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function periodOf(start: Temporal.PlainDate, days: number, time_zone: string): ReportPeriodDto {
  const end = start.add({ days });
  return {
    from: start.toString(),
    to: end.toString(),
    begins: textOf(start, time_zone),
    ends: textOf(end, time_zone),
    days,
  };
}

function textOf(date: Temporal.PlainDate, time_zone: string): string {
  return new Date(startOfDay(date, time_zone)).toISOString();
}

function refusal(message: string) {
  return invalidRequest([{ field: 'from', code: 'out_of_range', message }]);
}
