const MOST_PER_SECOND = 100;

/** Samples traces: a random share, and a limited rate, because a trace costs as much as a cheap request. */
export class TraceSampler {
  private second = -1;
  private taken = 0;

  constructor(
    private readonly share: number,
    private readonly mostPerSecond = MOST_PER_SECOND,
  ) {}

  take(nowMs = performance.now()): boolean {
    if (Math.random() >= this.share) return false;
    const second = Math.floor(nowMs / 1_000);
    if (second !== this.second) {
      this.second = second;
      this.taken = 0;
    }
    return ++this.taken <= this.mostPerSecond;
  }
}
