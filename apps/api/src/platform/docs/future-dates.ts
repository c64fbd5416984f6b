/** Fields with a future time. Other times are in the past. */
const OF_FUTURE = ['starts_at', 'ends_at', 'date', 'from', 'to', 'until', 'expires_at'];
const DATE = /^\d{4}-\d\d-\d\d/;
/** Whole weeks, so that a Monday stays one. */
const STEP_MS = 364 * 86_400_000;

/** Moves the times of an example into the future, so that it can be sent as it is. */
export function inFuture(example: unknown, now: Date): unknown {
  if (Array.isArray(example)) return example.map((one) => inFuture(one, now));
  if (typeof example !== 'object' || example === null) return example;
  const fields = Object.entries(example as Record<string, unknown>).map(([name, value]) => {
    const isTime = OF_FUTURE.includes(name) && typeof value === 'string' && DATE.test(value);
    return [name, isTime ? later(value, now) : inFuture(value, now)];
  });
  return Object.fromEntries(fields) as unknown;
}

/** Moves a time by whole steps until it is in the future. The format stays. */
function later(text: string, now: Date): string {
  const day = text.slice(0, 10);
  let dayMs = Date.parse(day);
  while (dayMs <= now.getTime()) dayMs += STEP_MS;
  return new Date(dayMs).toISOString().slice(0, 10) + text.slice(10);
}
