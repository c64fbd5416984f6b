/** The least time from one automatic read to the next, for each request that the read takes. */
const GAP_MS = 1_000;

/**
 * Runs a read again when it is asked to: at once, then at most one request a second, and always once more after the
 * last time it was asked. A read that is under way is never cut short, so steady events cannot keep it from finishing.
 */
export class Refetcher {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isRunning = false;
  private isAskedAgain = false;
  private notBeforeMs = 0;

  /** @param read resolves when it is done, with the number of requests that it took */
  constructor(
    private readonly read: () => Promise<number>,
    private readonly gapMs = GAP_MS,
  ) {}

  ask(): void {
    if (this.isRunning) this.isAskedAgain = true;
    else this.timer ??= setTimeout(() => void this.run(), Math.max(0, this.notBeforeMs - performance.now()));
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.isAskedAgain = false;
  }

  private async run(): Promise<void> {
    this.timer = null;
    this.isRunning = true;
    const startedAtMs = performance.now();
    let requests = 1;
    try {
      requests = await this.read();
    } catch {
      // The read itself says what failed.
    } finally {
      this.isRunning = false;
      this.notBeforeMs = startedAtMs + Math.max(1, requests) * this.gapMs;
      this.askAgain();
    }
  }

  private askAgain(): void {
    if (!this.isAskedAgain) return;
    this.isAskedAgain = false;
    this.ask();
  }
}
