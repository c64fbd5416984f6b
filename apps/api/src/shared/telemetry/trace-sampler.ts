const MOST_PER_SECOND = 100;

/**
 * Chooses what is traced: a share by chance, and no more than some a second, because a trace costs as much as a cheap
 * request and thousands of them a second tell nothing that a hundred do not.
 */
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
