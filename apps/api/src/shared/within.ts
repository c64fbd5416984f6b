import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a promise; null on a timeout or a rejection. The work itself is not cancelled. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T | null> {
  const inTime = new AbortController();
  const tooLate = sleep(limitMs, null, { signal: inTime.signal }).catch(() => null);
  try {
    return await Promise.race([promise.catch(() => null), tooLate]);
  } finally {
    inTime.abort();
  }
}
