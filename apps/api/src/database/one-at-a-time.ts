import { isDatabaseUnavailable } from '../shared/errors/database-unavailable';

/**
 * Does pieces of work one after another, in the order in which they came: what would only wait for a lock in the
 * database takes no connections from others meanwhile. When the database is away, all that wait fail at once, rather
 * than each after its own time limit.
 */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    const ended = turn.catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) return;
      if (this.last === ended) this.last = Promise.resolve();
      throw error;
    });
    ended.catch(() => undefined);
    this.last = ended;
    return turn;
  }
}
