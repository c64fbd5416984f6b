import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, type ServerSpec, startServer, stopServer } from './postgres-server';
import { unmarkRunning } from '../cluster/running-mark';
import { whenGone } from './running-processes';
import { forgetAddress } from './server-address';

const orderlyStopMs = 8_000;
const longestWaitMs = 10_000;

/** Keeps a server running until it is told to stop: one that dies is started again at the same address. */
export class Supervision {
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;

  constructor(
    private server: RunningServer,
    private readonly spec: ServerSpec,
  ) {
    this.watching = this.watch();
  }

  /** Ends the server and waits until it is gone, also when it is just being started again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    let wasOrderly = await stopServer(this.spec, orderlyStopMs);
    await this.watching;
    // A start that was under way may have been faster than the abortion.
    wasOrderly = (await stopServer(this.spec, orderlyStopMs)) || wasOrderly;
    if (wasOrderly) unmarkRunning(this.spec.cluster_folder);
    forgetAddress(this.server.address, this.spec.cluster_folder);
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = once(signal, 'abort');
    while (!signal.aborted) {
      await Promise.race([whenGone(this.server.pid), stopped]);
      if (signal.aborted) return;
      this.spec.report('The database server has ended unexpectedly and is started again.');
      const next = await this.untilOneStarts(signal);
      if (next === undefined) return;
      this.server = next;
      if (!signal.aborted) this.spec.report('The database server is back.');
    }
  }

  private async untilOneStarts(signal: AbortSignal): Promise<RunningServer | undefined> {
    const { address } = this.server;
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        // Everybody in this process knows the server by this address.
        return await startServer({ ...this.spec, signal, chooseAddress: () => Promise.resolve(address) });
      } catch (error) {
        if (signal.aborted) return undefined;
        const [sentence] = (error as Error).message.split('\n');
        this.spec.report(`${sentence} It is tried again in ${waitMs / 1_000} s; see postgres.log.`);
      }
      // Waiting must not keep a process alive that has nothing else to do.
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
  }
}
