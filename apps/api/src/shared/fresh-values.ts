import { FreshValue } from './fresh-value';

/** A `FreshValue` for each of many names, at most `most` of them: the least recently used is dropped. */
export class FreshValues<T> {
  /** The longest unused first. */
  private readonly values = new Map<string, FreshValue<T>>();

  constructor(
    private readonly load: (name: string) => Promise<T>,
    private readonly maxAgeMs: number,
    private readonly most: number,
  ) {}

  /** Rejects only if the value is too old and cannot be loaded. */
  get(name: string): Promise<T> {
    const value = this.values.get(name) ?? new FreshValue(() => this.load(name), this.maxAgeMs);
    this.values.delete(name);
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
    return value.get();
  }

  /** The next reader sees everything that was written before this call. */
  forget(name: string): void {
    this.values.get(name)?.expire();
    this.values.delete(name);
  }
}
