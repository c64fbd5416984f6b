import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { PanelStatements } from '../../database/database.module';
import { AppError } from '../../platform/errors/app-error';
import { FailureCounter } from '../limits/failure-counter';
import { networkOf } from '../limits/networks';

const HOUR_S = 3_600;
/** Links that one address of mail gets within an hour. */
const MOST_LINKS = 3;

/** Limits how many links are asked for, by the email and by the address that asks. They do not count as failed log-ins. */
@Injectable()
export class ForgottenLimitsService {
  private readonly emails: FailureCounter;
  private readonly networks: FailureCounter;

  constructor(@Inject(PanelStatements) panel: PanelStatements, @Inject(SETTINGS) settings: Settings) {
    const whose = 'to set a new password';
    this.emails = new FailureCounter(panel, { name: 'forgot', most: MOST_LINKS, within_s: HOUR_S, whose });
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
    const counted = [this.emails.count(hash), this.networks.count(networkOf(ip, 64))];
    const refusal = (await Promise.allSettled(counted)).find((one) => one.status === 'rejected');
    if (refusal === undefined) return true;
    const reason: unknown = refusal.reason;
    if (reason instanceof AppError && reason.code === 'too_many_requests') return false;
    throw reason;
  }
}
