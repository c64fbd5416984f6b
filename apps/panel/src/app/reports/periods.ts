import { LIMITS } from '@groupless/shared-dto';

/** What is chosen with one press; `own` are two dates. */
export const PRESETS = ['7d', '30d', 'month', 'last_month', 'quarter', '12m', 'year', 'own'] as const;
export type Preset = (typeof PRESETS)[number];
export const USUAL_PRESET = '30d' satisfies Preset;

/** Days of the business as `2026-11-20`: the first one, and the one after the last. */
export interface Period {
  from: string;
  to: string;
}

/**
 * Up to today, so that what is still to come is not held against the period before.
 * @param today by the clock of the business
 */
export function periodOf(preset: Exclude<Preset, 'own'>, today: string): Period {
  const tomorrow = later(today, { days: 1 });
  const month = `${today.slice(0, 7)}-01`;
  const begins = {
    '7d': later(tomorrow, { days: -7 }),
    '30d': later(tomorrow, { days: -30 }),
    month,
    last_month: later(month, { months: -1 }),
    quarter: later(month, { months: -2 }),
    '12m': later(month, { months: -11 }),
    year: `${today.slice(0, 4)}-01-01`,
  };
  return { from: begins[preset], to: preset === 'last_month' ? month : tomorrow };
}

/** Null: these are no days, or no period that can be asked for. */
export function readPeriod(from: string, last: string): Period | null {
  if (!isDay(from) || !isDay(last)) return null;
  const period = { from, to: later(last, { days: 1 }) };
  const days = daysIn(period);
  return days >= 1 && days <= LIMITS.report_days ? period : null;
}

export function lastDayOf({ to }: Period): string {
  return later(to, { days: -1 });
}

export function daysIn({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** As a chart shows the period best. */
export function courseOf(period: Period): 'day' | 'week' | 'month' {
  const days = daysIn(period);
  if (days <= 45) return 'day';
  return days <= 190 ? 'week' : 'month';
}

/** The day after the last one of the day, week or month that begins on a day. */
export function endOf(begins: string, by: 'day' | 'week' | 'month'): string {
  if (by === 'month') return later(begins, { months: 1 });
  return later(begins, { days: by === 'day' ? 1 : 7 });
}

function later(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
