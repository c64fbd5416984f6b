import type { Statements } from '../../database/statements';
import { FailureCounter } from './failure-counter';
import { networkOf } from './networks';

/**
 * Counts the keys and webhook ids that one address gets wrong. Only the answer to a failure can become
 * 429: a right key or id is never refused for failures from its address.
 */
export class KeyFailuresService {
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
   * @throws AppError `too_many_requests` instead, once the address has reached its limit
   */
  count(address: string): Promise<void> {
    return this.counter.count(networkOf(address));
  }
}
