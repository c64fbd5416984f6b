import { constants } from 'node:os';

type Ending = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const atWork = new Set<object>();
let waiting: Ending | null = null;

/**
 * Ends through `exit`, so that the locks are released, and with the code by which shells know a signal. It comes between two
 * steps that wait, never between the two files of a session: see `PairedWrite`. What may not be interrupted is done first,
 * unless a second signal comes.
 */
export function endBySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (atWork.size === 0 || waiting !== null) exitBy(signal);
      waiting = signal;
    });
}

/** Lets a signal wait until the work is done. */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  const own = {};
  atWork.add(own);
  try {
    return await work();
  } finally {
    atWork.delete(own);
    if (waiting !== null && atWork.size === 0) exitBy(waiting);
  }
}

function exitBy(signal: Ending): never {
  return process.exit(128 + constants.signals[signal]);
}
