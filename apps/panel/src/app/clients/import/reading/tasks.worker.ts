import { failureOf } from './failures';
import { TASKS, type Tasks } from './tasks';

/** A task that the page has asked for, and its terms. */
export interface Asked {
  id: number;
  task: keyof Tasks;
  args: unknown[];
}

/** Tells the page how far a task is. */
const PROGRESS_MS = 100;

// It has all of its program in one file: the policy of that file lets it load no other.
addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id, task, args } = data;
  let told = 0;
  const onProgress = (share: number) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    postMessage({ id, share });
  };
  const run = TASKS[task] as (...terms: unknown[]) => Promise<unknown>;
  run(...args, onProgress).then(
    (value) => postMessage({ id, value }),
    (error: unknown) => postMessage({ id, failure: failureOf(error) }),
  );
});
