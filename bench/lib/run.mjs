// Runs a measurement with a time limit, and ends everything that it started.
import { clearTimeout, setTimeout } from 'node:timers';

const EXIT_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Throws once the stack has been disposed, so that nothing is started after that. */
export function demandRunning(stack) {
  if (stack.disposed) throw new Error('Stopped.');
}

/**
 * Runs a task with a disposable stack for its clean-up.
 * @param limitMinutes the time limit, after which everything is disposed and the process fails
 */
export async function run(limitMinutes, work) {
  const stack = new AsyncDisposableStack();
  // The stack is disposed once.
  let ending;
  const end = () => (ending ??= stack.disposeAsync());
  const { promise: over, resolve: isOver } = Promise.withResolvers();
  const giveUp = (reason) => {
    console.error(reason);
    // Exits even if a child refuses to end.
    setTimeout(() => process.exit(1), 120_000).unref();
    void end()
      .then(() => over)
      .finally(() => process.exit(1));
  };
  for (const signal of EXIT_SIGNALS) process.once(signal, () => giveUp('Stopping…'));
  for (const event of ['uncaughtException', 'unhandledRejection']) process.once(event, giveUp);
  const limit = setTimeout(giveUp, limitMinutes * 60_000, `Not done after ${limitMinutes} minutes.`);
  try {
    return await work(stack);
  } finally {
    isOver();
    await end();
    clearTimeout(limit);
  }
}
