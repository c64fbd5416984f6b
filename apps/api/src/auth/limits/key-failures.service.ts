import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { PanelStatements } from '../../database/database.module';
import { FailureCounter } from '../../database/rate-limits/failure-counter';
import { FailureTrailService } from './failure-trail.service';
import { networkOf } from './networks';

/**
 * Counts wrong keys and webhook ids by address. Only the answer to a wrong one can become 429: a valid key or id is
 * never refused.
 */
@Injectable()
export class KeyFailuresService {
  private readonly counter: FailureCounter;

  constructor(
    private readonly trail: FailureTrailService,
    @Inject(PanelStatements) panel: PanelStatements,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.counter = new FailureCounter(panel, {
      name: 'key',
      most: settings.key_failures_per_minute,
      within_s: 60,
      whose: 'from this address',
    });
  }

  /**
   * Counts a failure.
   * @throws AppError `too_many_requests` if the address has reached its limit
   */
  async count(ip: string, what: 'key' | 'webhook_id'): Promise<void> {
    this.trail.note({ action: 'auth.key_failed', what, ip });
    await this.counter.count(networkOf(ip));
  }
}
