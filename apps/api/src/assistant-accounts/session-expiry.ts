/** Before and after these a time is a mistake or stands for "never". */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);

/** As many seconds are thousands of years away, and as many milliseconds are in 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

/** Credentials of other servers, which assistants keep in the same document. */
const OF_OTHERS = 'mcpOAuth';

/** How the names under which assistants keep an expiry are to be read, in milliseconds; NaN if there is no time. */
const READERS: Readonly<Record<string, (value: unknown) => number>> = {
  expiresAt: (value) => (typeof value === 'number' ? value : readText(value)),
  expires_at: (value) =>
    typeof value === 'number' ? (value < LEAST_MILLISECONDS ? value * 1_000 : value) : readText(value),
};

/**
 * When a session ends by what its document says: `expiresAt` (milliseconds) or `expires_at` (seconds,
 * milliseconds), either also as an ISO time, wherever it stands. The one that is nested the least counts.
 * @returns null where there is none that makes sense
 */
export function sessionExpiry(document: object): Date | null {
  let level = [document];
  while (level.length > 0) {
    const next: object[] = [];
    for (const [name, value] of level.flatMap((one) => Object.entries(one) as [string, unknown][])) {
      const milliseconds = Object.hasOwn(READERS, name) ? (READERS[name]?.(value) ?? NaN) : NaN;
      if (milliseconds >= EARLIEST_MS && milliseconds < LATEST_MS) return new Date(milliseconds);
      if (typeof value === 'object' && value !== null && name !== OF_OTHERS) next.push(value);
    }
    level = next;
  }
  return null;
}

function readText(value: unknown): number {
  return typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : NaN;
}
