import { toLocal } from '../../i18n/zoned-time';
import { addDays, weekdayOf } from '../dates';

export const REPEATS = ['none', 'week', 'month_day', 'month_weekday'] as const;
export type Repeat = (typeof REPEATS)[number];

/** How something repeats, as it is typed. */
export interface RepeatDraft {
  repeat: Repeat;
  /** Every so many weeks or months. */
  interval: number | null;
  ends: 'count' | 'until';
  count: number | null;
  /** A day, which counts. */
  until: string;
}

export const NO_REPEAT: RepeatDraft = { repeat: 'none', interval: 1, ends: 'count', count: 10, until: '' };

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The recurrence rule of RFC 5545 for something that begins at an instant; null where it does not repeat. */
export function ruleOf(draft: RepeatDraft, starts_at: string, time_zone: string): string | null {
  const { repeat, interval, ends, count, until } = draft;
  if (repeat === 'none') return null;
  const { date } = toLocal(starts_at, time_zone);
  const end = ends === 'count' ? `COUNT=${count ?? 0}` : `UNTIL=${until.replaceAll('-', '')}`;
  const every = `INTERVAL=${interval ?? 1}`;
  if (repeat === 'week') return `FREQ=WEEKLY;${every};${end}`;
  const day = Number(date.slice(8));
  if (repeat === 'month_day') return `FREQ=MONTHLY;${every};BYMONTHDAY=${day};${end}`;
  const isLast = addDays(date, 7).slice(0, 7) !== date.slice(0, 7);
  const nth = isLast ? -1 : Math.ceil(day / 7);
  return `FREQ=MONTHLY;${every};BYDAY=${nth}${WEEKDAYS[weekdayOf(date) % 7] ?? ''};${end}`;
}
