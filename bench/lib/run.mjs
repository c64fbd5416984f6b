// Runs a measurement with a time limit, and ends everything that it started.
import { clearTimeout, setTimeout } from 'node:timers';

const EXIT_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Throws once the stack has been disposed, so that nothing is started after that. */
export function demandRunning(stack) {
  if (stack.disposed) throw new Error('Stopped.');
}

/**
 * Runs the work with a stack on which it puts what has to be undone.
 * @param limit_minutes after this time everything is undone and the process fails
 */
export async function run(limit_minutes, work) {
  const stack = new AsyncDisposableStack();
  // Several reasons to end share one disposal.
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
  const limit = setTimeout(giveUp, limit_minutes * 60_000, `Not done after ${limit_minutes} minutes.`);
  try {
    return await work(stack);
  } finally {
    isOver();
    await end();
    clearTimeout(limit);
  }
}
