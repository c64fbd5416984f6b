import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { bringUp, type BringUpSpec } from './bring-up';
import { endPostmaster, type ReachablePostmaster } from './postmaster';
import { unmarkRunning } from './running-mark';
import { forgetAddress } from './server-address';

const orderly_stop_ms = 8_000;
const longest_wait_ms = 10_000;

/** Keeps a server running until it is told to stop: one that dies is started again at the same address. */
export class Supervision {
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;

  constructor(
    private server: ReachablePostmaster,
    private readonly spec: Omit<BringUpSpec, 'signal' | 'chooseAddress'>,
  ) {
    this.watching = this.watch();
  }

  /** Ends the server and waits until it is gone, also when it is just being started again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const stopped = this.server;
    let was_orderly = await endPostmaster(stopped, orderly_stop_ms);
    await this.watching;
    // A start that was under way may have been faster than the abortion.
    if (this.server !== stopped) was_orderly = await endPostmaster(this.server, orderly_stop_ms);
    if (was_orderly) unmarkRunning(this.spec.cluster_folder);
    forgetAddress(this.server.address, this.spec.cluster_folder);
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = once(signal, 'abort');
    while (!signal.aborted) {
      await Promise.race([this.server.whenGone(), stopped]);
      if (signal.aborted) return;
      this.spec.report('The database server has ended unexpectedly and is started again.');
      const next = await this.untilOneStarts(signal);
      if (next === undefined) return;
      this.server = next;
      if (!signal.aborted) this.spec.report('The database server is back.');
    }
  }

  private async untilOneStarts(signal: AbortSignal): Promise<ReachablePostmaster | undefined> {
    const { address } = this.server;
    for (let wait_ms = 500; ; wait_ms = Math.min(wait_ms * 2, longest_wait_ms)) {
      try {
        // Everybody in this process knows the server by this address.
        return await bringUp({ ...this.spec, signal, chooseAddress: () => Promise.resolve(address) });
      } catch (error) {
        if (signal.aborted) return undefined;
        const [sentence] = (error as Error).message.split('\n');
        this.spec.report(`${sentence} It is tried again in ${wait_ms / 1_000} s; see postgres.log.`);
      }
      // Waiting must not keep a process alive that has nothing else to do.
      await pause(wait_ms, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
  }
}
