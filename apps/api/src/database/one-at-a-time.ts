import { isDatabaseUnavailable } from '../platform/errors/database-unavailable';

/**
 * A queue that runs one task at a time, in order. Tasks that would all wait for the same database lock wait here
 * instead, where they hold no connection. When the database is unavailable all waiting tasks fail at once, instead of
 * each after its own time limit.
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
