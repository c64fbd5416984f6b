import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, type ServerSpec, startServer, stopServer } from './postgres-server';
import { unmarkRunning } from '../cluster/running-mark';
import { whenGone } from './running-processes';
import { removeSocketFolder } from './server-address';

const orderlyStopMs = 8_000;
const maxBackoffMs = 10_000;

/** Keeps a server running until `stop()`: a server that dies is restarted at the same address. */
export class Supervision {
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;

  constructor(
    private server: RunningServer,
    private readonly spec: ServerSpec,
  ) {
    this.watching = this.watch();
  }

  /** Stops the server and waits until it is gone, also during a restart. */
  async stop(): Promise<void> {
    this.stopping.abort();
    let wasOrderly = await stopServer(this.spec, orderlyStopMs);
    await this.watching;
    // A restart in progress may have finished before the abort.
    wasOrderly = (await stopServer(this.spec, orderlyStopMs)) || wasOrderly;
    if (wasOrderly) unmarkRunning(this.spec.clusterFolder, this.spec.naming.program);
    removeSocketFolder(this.server.address, this.spec.clusterFolder);
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = once(signal, 'abort');
    while (!signal.aborted) {
      await Promise.race([whenGone(this.server.pid), stopped]);
      if (signal.aborted) return;
      this.spec.report('The database server has ended unexpectedly and is started again.');
      const next = await this.restartWithBackoff(signal);
      if (next === undefined) return;
      this.server = next;
      if (!signal.aborted) this.spec.report('The database server is back.');
    }
  }

  private async restartWithBackoff(signal: AbortSignal): Promise<RunningServer | undefined> {
    const { address } = this.server;
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, maxBackoffMs)) {
      try {
        // The same address, because the pools of this process have it.
        return await startServer({ ...this.spec, signal, chooseAddress: () => Promise.resolve(address) });
      } catch (error) {
        if (signal.aborted) return undefined;
        const [sentence] = (error as Error).message.split('\n');
        this.spec.report(`${sentence} It is tried again in ${waitMs / 1_000} s; see postgres.log.`);
      }
      // The timer does not keep this process alive.
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
  }
}
