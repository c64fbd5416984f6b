import { isDatabaseUnavailable } from '../shared/errors/database-unavailable';

/**
 * Does pieces of work one after another, in the order in which they came: what would only wait for a lock in the
 * database takes no connections from others meanwhile. When the database is away, all who stand in line are told
 * so at once, rather than each after a time limit of its own.
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
