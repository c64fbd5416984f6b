import { setTimeout as sleep } from 'node:timers/promises';

/** The utilisation of the event loop is measured for so long after each task. */
const WATCH_MS = 10;
const LONGEST_PAUSE_MS = 1_000;
/** At 50 % utilisation a pause is so many times as long as the task. */
const WEIGHT = 4;

/**
 * The pause after a background task, so that requests hardly notice it: the busier the event loop, the longer.
 * @param busy the event loop's utilisation by other work, from 0 to 1
 */
export function pauseFor(workMs: number, busy: number): number {
  return busy >= 1 ? LONGEST_PAUSE_MS : Math.min((WEIGHT * workMs * busy) / (1 - busy), LONGEST_PAUSE_MS);
}

/** @param startedMs when the work started, by `performance.now()` */
export async function pauseAfterWork(startedMs: number, signal: AbortSignal): Promise<void> {
  const workMs = performance.now() - startedMs;
  const before = performance.eventLoopUtilization();
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  await pause(WATCH_MS);
  const { utilization } = performance.eventLoopUtilization(before);
  const pauseMs = pauseFor(workMs, utilization) - WATCH_MS;
  if (pauseMs > 0 && !signal.aborted) await pause(pauseMs);
}
