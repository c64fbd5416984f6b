import { Injectable } from '@nestjs/common';
import type { ResetPasswordDto } from '@groupless/shared-dto';
import { Clock } from '../../platform/clock';
import { digestOf } from '../../platform/crypto/random-token';
import { AppError } from '../../platform/errors/app-error';
import { PasswordsService } from '../../users/passwords/passwords.service';
import { SecurityNoticesService } from '../../mail/security-notices.service';
import { PasswordChangesService } from '../account/password-changes.service';
import { AttemptsService } from '../limits/attempts.service';
import { PasswordResetsRepository } from './password-resets.repository';

/** Sets new passwords by the links that `ForgottenPasswordsService` sends. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly resets: PasswordResetsRepository,
    private readonly passwords: PasswordsService,
    private readonly stored: PasswordChangesService,
    private readonly attempts: AttemptsService,
    private readonly notices: SecurityNoticesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the password. The link proves the identity, so it also unlocks the account. A second factor stays.
   * @throws AppError `invalid_token`, `invalid_request` on `password`, `too_many_requests`
   */
  async reset({ token, password }: ResetPasswordDto, ip: string): Promise<void> {
    // Before hashing, which is slow.
    const user = await this.resets.findUser(digestOf(token), this.clock.now());
    if (user === null) return this.refuse(ip);
    await this.passwords.demandUncommon('password', password, user);
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
