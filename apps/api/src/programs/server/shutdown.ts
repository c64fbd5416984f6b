type Stop = () => Promise<void>;

/** A start that hangs does not hold up the end for longer than this. */
const START_LIMIT_MS = 8_000;

/**
 * Ends the process in order on SIGINT, SIGTERM or SIGHUP, or when the supervisor that started it is gone: what has
 * been started is stopped, the last first. A second signal ends the process at once.
 */
export class Shutdown {
  private readonly stops: Stop[] = [];
  private readonly requested = new AbortController();
  private starting: Promise<unknown> = Promise.resolve();
  private stopping: Promise<void> | null = null;

  constructor(private readonly say: (line: string) => void) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.onSignal());
    if (process.channel === undefined) return;
    process.on('disconnect', () => this.onSignal());
    process.channel.unref();
  }

  /** Aborted when the process is to end: a start that is under way gives up. */
  get signal(): AbortSignal {
    return this.requested.signal;
  }

  /** What stops a part that has been started. */
  add(stop: Stop): void {
    this.stops.push(stop);
  }

  /** A signal waits until the start has given up, so that it can leave nothing behind. */
  duringStart<T>(start: Promise<T>): Promise<T> {
    this.starting = start;
    return start;
  }

  /** Stops what has been started so far. */
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
    for (let stop = this.stops.pop(); stop !== undefined; stop = this.stops.pop()) await stop();
  }
}
