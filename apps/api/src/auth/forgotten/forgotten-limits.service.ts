import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { PanelStatements } from '../../database/database.module';
import { AppError } from '../../platform/errors/app-error';
import { FailureCounter } from '../../database/rate-limits/failure-counter';
import { networkOf } from '../limits/networks';

const HOUR_S = 3_600;
/** Links that one network gets for one email within an hour: who asks for somebody else uses up nobody's. */
const MOST_LINKS = 3;
/** Links that one email gets within an hour. */
const MOST_OF_EMAIL = 12;

/** Limits how many links are asked for, by the email and by the address that asks. They do not count as failed log-ins. */
@Injectable()
export class ForgottenLimitsService {
  private readonly askers: FailureCounter;
  private readonly emails: FailureCounter;
  private readonly networks: FailureCounter;

  constructor(@Inject(PanelStatements) panel: PanelStatements, @Inject(SETTINGS) settings: Settings) {
    const whose = 'to set a new password';
    const inAnHour = { within_s: HOUR_S, whose };
    this.askers = new FailureCounter(panel, { name: 'forgot-of', most: MOST_LINKS, ...inAnHour });
    this.emails = new FailureCounter(panel, { name: 'forgot', most: MOST_OF_EMAIL, ...inAnHour });
    this.networks = new FailureCounter(panel, {
      name: 'forgot-net',
      most: settings.login_failures_per_address,
      within_s: settings.login_failures_minutes * 60,
      whose,
    });
  }

  /** Counts a request. Whether one may be answered says nothing about whether the user exists. */
  async allows(email: string, ip: string): Promise<boolean> {
    const hash = createHash('sha256').update(email.toLowerCase()).digest('base64url');
    const network = networkOf(ip, 64);
    try {
      // One after the other: what one network asks too often is not counted for all.
      await this.networks.count(network);
      await this.askers.count(`${hash} ${network}`);
      await this.emails.count(hash);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') return false;
      throw error;
    }
  }
}
