import { Injectable } from '@nestjs/common';
import { JobsService } from '../../jobs/jobs.service';
import { MailService } from '../../mail/mail.service';
import { Clock } from '../../platform/clock';
import { digestOf, newToken } from '../../platform/crypto/random-token';
import { Job } from '../../shared/jobs/job';
import { isEmailAddress } from '../../platform/addresses/email-address';
import { UsersService } from '../../users/users.service';
import { ForgottenLimitsService } from './forgotten-limits.service';
import { PasswordResetsRepository } from './password-resets.repository';

const JOB = 'forgotten-password';
const HOUR_MS = 3_600_000;

interface Asked {
  email: string;
  base_url: string;
}

/** Sends users who have forgotten their password a link to set another. */
@Injectable()
export class ForgottenPasswordsService {
  constructor(
    private readonly limits: ForgottenLimitsService,
    private readonly resets: PasswordResetsRepository,
    private readonly jobs: JobsService,
    private readonly mails: MailService,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes that somebody asks. Whether there is such a user is looked up later, by the job, so that the answer takes the same time.
   * @param baseUrl the server's address without a trailing slash
   */
  async ask(email: string, baseUrl: string, ip: string): Promise<void> {
    if (!(await this.limits.allows(email, ip)) || !isEmailAddress(email)) return;
    const asked: Asked = { email, base_url: baseUrl };
    await this.resets.within((transaction) => this.jobs.add(transaction, JOB, asked));
    await this.jobs.wake(JOB);
  }

  /** Makes the link and mails it, if there is such a user. */
  @Job({
    name: JOB,
    every: null,
    retries: 5,
    first_pause_s: 30,
    longest_pause_s: 600,
    keep_days: 1,
    at_once: 2,
  })
  async sendLink({ email, base_url }: Asked): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user?.is_active) return;
    const token = newToken();
    // The fragment after # is never sent to a server, so it is not logged.
    const values = { name: user.name, link: `${base_url}/reset#token=${token}` };
    const mail = await this.mails.compose({ kind: 'reset', to: user.email, language: user.locale, values });
    if (mail === null) return;
    const now = this.clock.now();
    const expires_at = new Date(now.getTime() + HOUR_MS);
    const reset = { user_id: user.id, token_digest: digestOf(token), expires_at };
    await this.resets.addReset(reset, now, (transaction) => this.mails.add(transaction, mail));
    await this.mails.wake();
  }
}
