import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { PanelStatements } from '../../database/database.module';
import { FailureCounter } from '../../database/rate-limits/failure-counter';

const DAY_S = 86_400;

/**
 * Limits look-ups of bookings by a phone and a name that the caller only states. They can be guesses, so they have the
 * limits of a log-in: each counts for its phone, and each without a result also for the agent's key.
 */
@Injectable()
export class LookUpsService {
  private readonly phones: readonly FailureCounter[];
  private readonly keys: FailureCounter;

  constructor(@Inject(PanelStatements) panel: PanelStatements, @Inject(SETTINGS) settings: Settings) {
    const within_s = settings.login_failures_minutes * 60;
    const phone = { whose: 'to find bookings of this phone number' };
    this.phones = [
      { ...phone, name: 'lookup', most: settings.login_failures_per_account, within_s },
      { ...phone, name: 'lookup-day', most: settings.login_failures_per_account_day, within_s: DAY_S },
    ].map((limit) => new FailureCounter(panel, limit));
    this.keys = new FailureCounter(panel, {
      name: 'lookup-key',
      most: settings.login_failures_per_address,
      within_s,
      whose: 'to find bookings with this key',
    });
  }

  /**
   * Counts a look-up and runs it.
   * @param find answers null for a wrong guess
   * @throws AppError `too_many_requests`
   */
  async count<Found>(
    phone: string,
    key_id: string,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> {
    await this.keys.demandOpen(key_id);
    const hash = createHash('sha256').update(phone).digest('base64url');
    for (const counter of this.phones) await counter.count(hash);
    const found = await find();
    if (found === null) await this.keys.count(key_id);
    return found;
  }
}
