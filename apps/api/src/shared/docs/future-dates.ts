/** Fields that name a time to come. Others tell of what was. */
const OF_FUTURE = ['starts_at', 'ends_at', 'date', 'from', 'to', 'until', 'expires_at'];
const DATE = /^\d{4}-\d\d-\d\d/;
/** Whole weeks, so that a Monday stays one. */
const STEP_MS = 364 * 86_400_000;

/** An example of a request whose times lie in the future, so that it can be sent as it stands. */
export function inFuture(example: unknown, now: Date): unknown {
  if (Array.isArray(example)) return example.map((one) => inFuture(one, now));
  if (typeof example !== 'object' || example === null) return example;
  const fields = Object.entries(example as Record<string, unknown>).map(([name, value]) => {
    const isTime = OF_FUTURE.includes(name) && typeof value === 'string' && DATE.test(value);
    return [name, isTime ? later(value, now) : inFuture(value, now)];
  });
  return Object.fromEntries(fields) as unknown;
}

/** The same form, by as many steps later as it takes. */
function later(text: string, now: Date): string {
  const day = text.slice(0, 10);
  let dayMs = Date.parse(day);
  while (dayMs <= now.getTime()) dayMs += STEP_MS;
  return new Date(dayMs).toISOString().slice(0, 10) + text.slice(10);
}
