/** Runs work one after the other, so that requests arrive, and are answered, in the order in which they were asked for. */
export class Serial {
  private last: Promise<unknown> | null = null;

  run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const mine = this.last === null ? work() : this.last.then(work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (this.last === settled) this.last = null;
      });
    this.last = settled;
    return mine;
  }
}
