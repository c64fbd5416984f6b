import { fork } from 'node:child_process';
import { demandRunning } from './run.mjs';
import { startNothing } from './servers/servers.mjs';

/** Starts the load generator; it ends when the stack is disposed. */
export function startLoad(stack) {
  demandRunning(stack);
  const child = fork(new URL('load-process.mjs', import.meta.url));
  stack.defer(() => child.kill());
  let waiting = null;
  child.on('message', (result) => waiting?.resolve(result));
  child.once('exit', () => waiting?.reject(new Error('The load generator ended.')));
  return {
    /** One order at a time; see load-process.mjs. Throws when an answer's status is neither 2xx nor `may_be`. */
    async run(order) {
      waiting = Promise.withResolvers();
      // Nobody may be waiting any more.
      waiting.promise.catch(() => undefined);
      child.send(order);
      const result = await waiting.promise;
      waiting = null;
      if (result.failure !== undefined) throw new Error(`${order.requests}: ${result.failure}`);
      if (Object.keys(result.refused).some((status) => Number(status) !== order.may_be))
        throw new Error(`${order.requests}: answers with status ${JSON.stringify(result.refused)}`);
      return result;
    },
    /** Stops the running order, which then returns its result. */
    stop: () => child.send('stop'),
  };
}

/** Measures the generator's own limit with an idle server. It must be far above the results. */
export async function measureGenerator(stack, load, folder, durationMs) {
  const nothing = await startNothing(stack, folder);
  const perSecond = async (requests) => {
    await load.run({ requests, target: nothing.target, connections: 32, count: 5_000 });
    const { per_s } = await load.run({
      requests,
      target: nothing.target,
      connections: 32,
      duration_ms: durationMs,
    });
    return Math.round(per_s);
  };
  const result = {
    small_per_s: await perSecond('nothing, small'),
    large_per_s: await perSecond('nothing, large'),
  };
  await nothing.stop();
  return result;
}
