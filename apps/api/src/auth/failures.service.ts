import type { Statements } from '../database/statements';
import { FailureCounter, networkOf } from './failure-counter';

/**
 * Counts the keys and webhook ids that one address gets wrong. Only the answer to a failure can become 429:
 * who sends the right thing is never refused.
 */
export class FailuresService {
  private readonly counter: FailureCounter;

  constructor(statements: Statements, most: number) {
    this.counter = new FailureCounter(statements, {
      name: 'key',
      most,
      within_s: 60,
      whose: 'from this address',
    });
  }

  /**
   * Counts a failure.
   * @throws AppError `too_many_requests` in its stead once the address has had its share
   */
  count(address: string): Promise<void> {
    return this.counter.count(networkOf(address));
  }
}
