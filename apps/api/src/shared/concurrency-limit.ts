import pLimit from 'p-limit';
import { AppError } from './errors/app-error';

interface Limits {
  /** Tasks that run at the same time. */
  at_once: number;
  /** Tasks that may wait. */
  waiting: number;
  patience_ms: number;
  /** The message of a refusal. */
  refusal: string;
}

/**
 * Runs tasks that are costly in time and memory a few at a time, the others in order after them. A task that finds
 * too many waiting, or waits too long itself, is refused: the server has more work than it can do.
 */
export class ConcurrencyLimit {
  private readonly limit: ReturnType<typeof pLimit>;
  private unfinished = 0;

  constructor(private readonly limits: Limits) {
    this.limit = pLimit(limits.at_once);
  }

  /** @throws AppError `overloaded` */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.unfinished >= this.limits.at_once + this.limits.waiting) throw this.overloaded();
    this.unfinished++;
    const started = Promise.withResolvers<boolean>();
    const patience = setTimeout(() => started.resolve(false), this.limits.patience_ms);
    const result = this.limit(async () => {
      started.resolve(true);
      return (await started.promise) ? task() : undefined;
    }).finally(() => this.unfinished--);
    result.catch(() => undefined);
    const isStarted = await started.promise;
    clearTimeout(patience);
    if (!isStarted) throw this.overloaded();
    return result as Promise<Result>;
  }

  private overloaded(): AppError {
    return new AppError('overloaded', `${this.limits.refusal} Try again in 5 s.`);
  }
}
