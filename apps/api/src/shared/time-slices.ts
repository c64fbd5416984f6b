import { setImmediate as nextRound } from 'node:timers/promises';

/** The length of a time slice. */
const SLICE_MS = 8;

/** A long calculation as a generator: it yields after each small step and returns the result. */
export type Steps<Result> = Generator<void, Result>;

/** Runs a calculation in time slices, so it does not block the event loop. */
export async function inTimeSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextRound();
  }
}

/** Runs a calculation synchronously. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `map()` in steps. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}
