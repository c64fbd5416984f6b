import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long work goes on before others have their turn. */
const TURN_MS = 8;

/** Work in small steps, which may be done at once or in turns with that of others; in the end it has a result. */
export type Steps<Result> = Generator<void, Result>;

/** Does the work without keeping others waiting: between its steps they have their turn. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + TURN_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** Does the work at once. */
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
