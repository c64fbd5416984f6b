import type ICAL from 'ical.js';

/** Of each month, in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MOST_INTERVAL = 10_000;

/**
 * Refuses rules for which ical.js would search without an end: each step is one call, in which it goes on until it finds a
 * day.
 * @throws Error
 */
export function demandPossible(rule: ICAL.Recur): void {
  if (rule.interval > MOST_INTERVAL) throw new Error('The interval of a rule is too long.');
  const { BYMONTH, BYMONTHDAY } = rule.parts as Record<string, (string | number)[] | undefined>;
  if (BYMONTH === undefined || BYMONTHDAY === undefined) return;
  const longest = Math.max(...BYMONTH.map((month) => DAYS[Number(month) - 1] ?? 0));
  if (BYMONTHDAY.every((day) => Math.abs(Number(day)) > longest))
    throw new Error('No year has a day of a rule.');
}
