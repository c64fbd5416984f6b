type Stop = () => Promise<void>;

/** The longest wait for a start in progress. */
const START_LIMIT_MS = 8_000;

/**
 * Graceful shutdown on SIGINT, SIGTERM or SIGHUP, or when the supervisor is gone: stops parts in reverse order of their
 * start. A second signal ends the process at once.
 */
export class Shutdown {
  private readonly stops: Stop[] = [];
  private readonly requested = new AbortController();
  private starting: Promise<unknown> = Promise.resolve();
  private stopping: Promise<void> | null = null;

  constructor(private readonly say: (line: string) => void) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.onSignal());
    if (process.channel === undefined) return;
    // While it stops that is no second request: the supervisor was ended, too.
    process.on('disconnect', () => {
      if (!this.requested.signal.aborted) this.onSignal();
    });
    process.channel.unref();
  }

  /** Aborted at the shutdown, to cancel a start in progress. */
  get signal(): AbortSignal {
    return this.requested.signal;
  }

  /** Registers how to stop a started part. */
  add(stop: Stop): void {
    this.stops.push(stop);
  }

  /** A shutdown waits until this start is cancelled, so that it leaves nothing behind. */
  duringStart<T>(start: Promise<T>): Promise<T> {
    this.starting = start;
    return start;
  }

  /** Stops all started parts. */
  stopAll(): Promise<void> {
    return (this.stopping ??= this.stopInOrder());
  }

  private onSignal(): void {
    if (this.requested.signal.aborted) process.exit(1);
    this.say('\nStopping…');
    this.requested.abort();
    void this.end().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  }

  private async end(): Promise<void> {
    const limit = Promise.withResolvers<null>();
    const timer = setTimeout(limit.resolve, START_LIMIT_MS, null);
    await Promise.race([this.starting.catch(() => undefined), limit.promise]);
    clearTimeout(timer);
    await this.stopAll();
  }

  private async stopInOrder(): Promise<void> {
    const failures: unknown[] = [];
    // What cannot be stopped, for a full disk say, leaves nothing of the rest running.
    for (let stop = this.stops.pop(); stop !== undefined; stop = this.stops.pop())
      await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
