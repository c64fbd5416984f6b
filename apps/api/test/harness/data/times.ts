import { setTimeout as sleep } from 'node:timers/promises';

/** How every answer writes an instant. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Runs the work once for each number from 0, all at once. */
export function atOnce<T>(times: number, work: (index: number) => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)));
}

/** Waits until the condition holds; a test that waits in vain ends by its own time limit. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

/**
 * Has a row for each connection to this database that waits for a lock; other tests use the same server. Not to be asked in
 * a transaction, in which the answer stays the same.
 */
export const WAITS_FOR_LOCK = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Nine in the morning (UTC) of a Monday to come: an agent may book it, whatever the real clock says. */
export function comingMonday(weeksAhead = 1): string {
  const monday = new Date();
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) + 7 * weeksAhead);
  return `${monday.toISOString().slice(0, 10)}T09:00:00Z`;
}
