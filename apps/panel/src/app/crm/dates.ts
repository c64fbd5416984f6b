const DAY_MS = 86_400_000;

/** Of dates such as `2026-11-20`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Noon of a day as an instant that every zone's calendar puts on that day when it is written in UTC. */
export function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}
