/**
 * A cached value with a time to live. Readers share one load. From half its age on it is refreshed in the background,
 * so a busy process does not wait for it.
 */
export class CachedValue<T> {
  private current: { value: T; asked_at: number } | null = null;
  private loading: Promise<T> | null = null;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly maxAgeMs: number,
  ) {}

  /** Rejects only if the value is too old and cannot be loaded. */
  async get(): Promise<T> {
    const ageMs = this.current === null ? Infinity : performance.now() - this.current.asked_at;
    if (this.current === null || ageMs >= this.maxAgeMs) return this.reload();
    if (ageMs >= this.maxAgeMs / 2) {
      this.reload().catch(() => {
        // The value is still valid. The error is reported once it has expired.
      });
    }
    return this.current.value;
  }

  /** Invalidates the cache: the next reader sees everything that was written before this call. */
  expire(): void {
    this.current = null;
    this.loading = null;
  }

  private reload(): Promise<T> {
    if (this.loading !== null) return this.loading;
    // The age counts from the start of the load, not from its end.
    const askedAt = performance.now();
    const loading = this.load().then(
      (value) => {
        if (this.loading === loading) {
          this.current = { value, asked_at: askedAt };
          this.loading = null;
        }
        return value;
      },
      (error: unknown) => {
        if (this.loading === loading) this.loading = null;
        throw error;
      },
    );
    this.loading = loading;
    return loading;
  }
}
