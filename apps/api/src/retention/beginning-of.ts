const DAY_MS = 86_400_000;

/**
 * Since when rows are kept, by days and by months: the later of both times.
 * @param days 0: for ever
 * @param months null: for ever
 * @returns null: all are kept
 */
export function beginningOf(now: Date, days: number, months: number | null): Date | null {
  const times = [
    ...(days === 0 ? [] : [now.getTime() - days * DAY_MS]),
    ...(months === null ? [] : [monthsBefore(now, months)]),
  ];
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** On the same day of the month, or on its last one. */
function monthsBefore(now: Date, months: number): number {
  const day = new Date(now);
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.setUTCDate(Math.min(now.getUTCDate(), lastDay));
}
