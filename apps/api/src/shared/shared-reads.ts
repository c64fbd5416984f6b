/**
 * Readings that many wait for at the same time. Whoever comes while one is under way joins the next, never the one
 * that runs: what a reader gets is thus never older than the wish for it, whoever wrote meanwhile, and wherever.
 * However many wait, at most one reading of a name runs and one is to come.
 */
export class SharedReads<T> {
  private readonly running = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Promise<T>>();

  /**
   * @param read reads what the name stands for. Rejects for those alone who wait for this reading; the next one is
   * begun all the same.
   */
  get(name: string, read: () => Promise<T>): Promise<T> {
    const running = this.running.get(name);
    if (running === undefined) return this.start(name, read);
    let next = this.next.get(name);
    if (next === undefined) {
      const start = () => this.start(name, read);
      next = running.then(start, start);
      this.next.set(name, next);
    }
    return next;
  }

  private start(name: string, read: () => Promise<T>): Promise<T> {
    this.next.delete(name);
    const reading = read();
    this.running.set(name, reading);
    // Where there is a next one, it takes the place in the same breath.
    const end = () => {
      if (!this.next.has(name)) this.running.delete(name);
    };
    reading.then(end, end);
    return reading;
  }
}
