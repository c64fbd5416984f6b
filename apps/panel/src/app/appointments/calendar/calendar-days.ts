import { addDays, weekdayOf } from '../../crm/dates';
import { toInstant } from '../../i18n/zoned-time';

/** `columns` is a day with a column for each resource. */
export const VIEWS = ['list', 'day', 'columns', 'week', 'month', 'agenda'] as const;
export type View = (typeof VIEWS)[number];

/** Days as `2026-11-20`: from the first to before the last. */
export interface Days {
  first: string;
  after: string;
}

export function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** The days that a view shows around a date. A list begins with it and has no end. */
export function daysOf(view: View, date: string, firstWeekday = 1): Days {
  const weekOf = (day: string) => addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
  if (view === 'week') return { first: weekOf(date), after: addDays(weekOf(date), 7) };
  if (view === 'month') {
    const last = addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1);
    return { first: weekOf(`${date.slice(0, 7)}-01`), after: addDays(weekOf(last), 7) };
  }
  return { first: date, after: addDays(date, isOneDay(view) ? 1 : 7) };
}

/** The date to which one step forward (1) or back (-1) leads. */
export function stepped(view: View, date: string, direction: 1 | -1): string {
  if (view === 'month') return addMonths(date, direction);
  return addDays(date, direction * (isOneDay(view) ? 1 : 7));
}

/** The same day of another month; its last one where it has fewer days. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const days = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, days))).toISOString().slice(0, 10);
}

const isOneDay = (view: View) => view === 'day' || view === 'columns';

/** The instant at which a day begins in a zone. Where the clock is put forward at midnight, that is later than 00:00. */
export function beginOf(date: string, time_zone: string): string {
  const begins = ['00:00', '00:30', '01:00'].map((time) => toInstant({ date, time }, time_zone));
  return begins.find((instant) => instant !== null) ?? `${date}T00:00:00.000Z`;
}

/** The largest of the countries where the week begins on Sunday. */
const BEGINS_ON_SUNDAY = [
  'US',
  'CA',
  'MX',
  'BR',
  'CO',
  'PE',
  'VE',
  'JP',
  'KR',
  'TW',
  'IN',
  'PK',
  'ID',
  'PH',
  'TH',
  'IL',
  'ZA',
];

/** The first day of the week where the user lives; Monday if the locale names no country. */
export function firstWeekday(locale: string): number {
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
  const { region } = known;
  if (region === undefined) return 1;
  // Firefox does not know it.
  return known.getWeekInfo?.().firstDay ?? (BEGINS_ON_SUNDAY.includes(region) ? 7 : 1);
}
