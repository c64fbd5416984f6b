import { CachedValue } from './cached-value';

/**
 * A cache with a time to live: one `CachedValue` a name. At most `most` names are kept; the least recently used one is
 * evicted.
 */
export class TtlCache<T> {
  /** In order of use, the least recently used first. */
  private readonly values = new Map<string, CachedValue<T>>();

  constructor(
    private readonly load: (name: string) => Promise<T>,
    private readonly maxAgeMs: number,
    private readonly most: number,
  ) {}

  /** Rejects only if the value is too old and cannot be loaded. */
  get(name: string): Promise<T> {
    const value = this.values.get(name) ?? new CachedValue(() => this.load(name), this.maxAgeMs);
    this.values.delete(name);
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
    return value.get();
  }

  /** Invalidates one name: the next reader sees everything that was written before this call. */
  forget(name: string): void {
    this.values.get(name)?.expire();
    this.values.delete(name);
  }

  forgetAll(isForgotten: (name: string) => boolean): void {
    for (const name of this.values.keys()) if (isForgotten(name)) this.forget(name);
  }
}
