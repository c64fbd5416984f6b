import { setTimeout as sleep } from 'node:timers/promises';

/** The result of the promise; null if it takes longer or rejects. The work itself is not stopped. */
export async function within<T>(limit_ms: number, promise: Promise<T>): Promise<T | null> {
  const in_time = new AbortController();
  const too_late = sleep(limit_ms, null, { signal: in_time.signal }).catch(() => null);
  try {
    return await Promise.race([promise.catch(() => null), too_late]);
  } finally {
    in_time.abort();
  }
}
