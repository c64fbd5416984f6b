/** Runs work one after the other, so that requests arrive, and are answered, in the order in which they were asked for. */
export class Serial {
  private last: Promise<unknown> = Promise.resolve();

  run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
