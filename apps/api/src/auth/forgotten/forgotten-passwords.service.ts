import { Injectable } from '@nestjs/common';
import type { ResetPasswordDto } from '@groupless/shared-dto';
import { JobsService } from '../../jobs/jobs.service';
import { MailService } from '../../mail/mail.service';
import { Clock } from '../../platform/clock';
import { digestOf, newToken } from '../../platform/crypto/random-token';
import { AppError } from '../../platform/errors/app-error';
import { Job } from '../../shared/jobs/job';
import { isEmailAddress } from '../../shared/addresses/email-address';
import { PasswordsService } from '../../users/passwords/passwords.service';
import { SecurityNoticesService } from '../../users/security-notices.service';
import { UsersService } from '../../users/users.service';
import { PasswordChangesService } from '../account/password-changes.service';
import { AttemptsService } from '../limits/attempts.service';
import { ForgottenLimitsService } from './forgotten-limits.service';
import { PasswordResetsRepository } from './password-resets.repository';

const JOB = 'forgotten-password';
const HOUR_MS = 3_600_000;

interface Asked {
  email: string;
  base_url: string;
}

/** New passwords for users who have forgotten theirs, by a link in a mail. */
@Injectable()
export class ForgottenPasswordsService {
  constructor(
    private readonly limits: ForgottenLimitsService,
    private readonly resets: PasswordResetsRepository,
    private readonly jobs: JobsService,
    private readonly mails: MailService,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly stored: PasswordChangesService,
    private readonly attempts: AttemptsService,
    private readonly notices: SecurityNoticesService,
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
    const expires_at = new Date(this.clock.now().getTime() + HOUR_MS);
    const reset = { user_id: user.id, token_digest: digestOf(token), expires_at };
    await this.resets.replaceReset(reset, (transaction) => this.mails.add(transaction, mail));
    await this.mails.wake();
  }

  /**
   * Sets the password. The link proves the identity, so it also unlocks the account. A second factor stays.
   * @throws AppError `invalid_token`, `invalid_request` on `password`, `too_many_requests`
   */
  async reset({ token, password }: ResetPasswordDto, ip: string): Promise<void> {
    // Before hashing, which is slow.
    const user = await this.resets.findUser(digestOf(token), this.clock.now());
    if (user === null) return this.refuse(ip);
    await this.passwords.demandUncommon('password', password);
    const next = await this.passwords.hash(password);
    if (!(await this.stored.byReset(user.id, token, next, ip))) return this.refuse(ip);
    await this.attempts.unlock(user.id);
    await this.notices.tell(user, 'password_changed');
  }

  private async refuse(ip: string): Promise<never> {
    await this.attempts.countWrongLink(ip);
    throw new AppError(
      'invalid_token',
      'The link is not known, was used, or is too old. Ask for another one.',
    );
  }
}
