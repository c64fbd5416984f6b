import pLimit from 'p-limit';
import { AppError } from '../platform/errors/app-error';

interface Limits {
  /** Tasks that run concurrently. */
  at_once: number;
  /** The length of the queue. */
  waiting: number;
  patience_ms: number;
  /** The message of a refusal. */
  refusal: string;
}

/**
 * A queue for expensive tasks: a few run concurrently, the others wait in order. A task is refused if the queue is
 * full, or if it waits longer than `patience_ms`.
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
