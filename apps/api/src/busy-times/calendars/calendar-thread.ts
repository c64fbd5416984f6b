import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ReadCalendar } from './busy-events';
import type { CalendarAnswer, CalendarWork } from './calendar-worker';

/** Beside the bundle in dist/apps/api; tests run from the sources. */
const BESIDE = join(__dirname, 'calendar-worker.cjs');
const BUILT = join(__dirname, '../../../../../dist/apps/api/calendar-worker.cjs');
const TIME_LIMIT_MS = 10_000;
const MOST_MEMORY_MB = 512;

/** One calendar at a time, so that many odd ones take no more than one processor. */
const oneAtATime = pLimit(1);

/**
 * Reads a calendar in a thread of its own, which is ended where it takes too long: whoever writes a calendar can write rules
 * that take for ever.
 * @throws Error, in words that can be shown
 */
export function readInThread(work: CalendarWork, limit_ms = TIME_LIMIT_MS): Promise<ReadCalendar> {
  return oneAtATime(() => read(work, limit_ms));
}

async function read(work: CalendarWork, limit_ms: number): Promise<ReadCalendar> {
  const thread = new Worker(existsSync(BESIDE) ? BESIDE : BUILT, {
    workerData: work,
    // It needs nothing of what this process knows.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  try {
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(limit_ms) })) as [
      CalendarAnswer,
    ];
    if ('calendar' in answer) return answer.calendar;
    throw new Error(answer.refusal);
  } catch (error) {
    throw inWords(error, limit_ms);
  } finally {
    await thread.terminate();
  }
}

function inWords(error: unknown, limit_ms: number): Error {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'AbortError')
    return new Error(`The calendar takes longer than ${limit_ms / 1_000} s to read.`);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new Error('The calendar takes too much memory to read.');
  return new Error(message, { cause: error });
}
