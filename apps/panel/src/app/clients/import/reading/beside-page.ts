import { errorOf, type Failure } from './failures';
import type { Tasks } from './tasks';
import type { Asked } from './tasks.worker';

type Told = { id: number } & ({ share: number } | { value: unknown } | { failure: Failure });

interface Waiting {
  done: (value: unknown) => void;
  failed: (error: Error) => void;
  onProgress: (share: number) => void;
}

const waiting = new Map<number, Waiting>();
let last = 0;
let running: Promise<Worker | null> | null = null;

/**
 * Does a task beside the page, so that a large file stops nobody; in the page where the browser cannot.
 * @throws OtherKindError, FileFaultError
 */
export async function besidePage<Name extends keyof Tasks>(
  task: Name,
  args: Parameters<Tasks[Name]>,
  onProgress: (share: number) => void = () => undefined,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  const worker = await (running ??= start());
  const answer =
    worker === null ? here(task, [...args, onProgress]) : ask(worker, { task, args }, onProgress);
  return (await answer) as Awaited<ReturnType<Tasks[Name]>>;
}

async function here(task: keyof Tasks, args: unknown[]): Promise<unknown> {
  const { TASKS } = await import('./tasks');
  return (TASKS[task] as (...terms: unknown[]) => Promise<unknown>)(...args);
}

function ask(
  worker: Worker,
  asked: Omit<Asked, 'id'>,
  onProgress: (share: number) => void,
): Promise<unknown> {
  const id = ++last;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed, onProgress });
    worker.postMessage({ id, ...asked } satisfies Asked);
  });
}

/** Null where there are no workers, as by a server of before, whose policy names none. */
async function start(): Promise<Worker | null> {
  if (typeof Worker === 'undefined') return null;
  const { tasksWorker } = await import('./worker');
  try {
    const worker = tasksWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => settle(data));
    worker.addEventListener('error', ({ message }) => {
      running = null;
      for (const { failed } of waiting.values()) failed(new Error(message));
      waiting.clear();
    });
    return worker;
  } catch {
    return null;
  }
}

function settle(told: Told): void {
  const one = waiting.get(told.id);
  if (one === undefined) return;
  if ('share' in told) {
    one.onProgress(told.share);
    return;
  }
  waiting.delete(told.id);
  if ('failure' in told) one.failed(errorOf(told.failure));
  else one.done(told.value);
}
