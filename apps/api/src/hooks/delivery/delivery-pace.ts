import { setTimeout as sleep } from 'node:timers/promises';

/** The process is watched for so long after each piece of work. */
const WATCH_MS = 10;
const LONGEST_PAUSE_MS = 1_000;
/** Pauses are so many times as long as the work when the process is busy for half of the time. */
const WEIGHT = 4;

/**
 * How long to pause after a piece of background work, so that requests hardly notice it: the busier the process is with
 * other things, the longer. Without other work there are almost no pauses.
 * @param busy the share of time in which the process was busy while the work paused, from 0 to 1
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
