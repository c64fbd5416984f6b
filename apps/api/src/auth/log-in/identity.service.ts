import { Injectable } from '@nestjs/common';
import type { LoginDto } from '@groupless/shared-dto';
import { AppError } from '../../shared/errors/app-error';
import type { User } from '../../users/user.entity';
import { UsersService } from '../../users/users.service';
import { AttemptsService, byAccount, type Attempt } from '../limits/attempts.service';
import { FailureTrailService } from '../limits/failure-trail.service';
import { KnownDevices } from './known-devices';
import { SecondFactorService } from '../totp/second-factor.service';
import type { Place } from '../sessions/auth-sessions.service';

/** Who comes to log in. */
export interface Visitor extends Place {
  /** What the browser was given at an earlier log-in. */
  known_device: string | null;
}

export interface Identified {
  user: User;
  /** The id of the device, if the user has logged in on it before. */
  device: string | null;
}

/** Checks the email, password and second factor of a log-in. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: AttemptsService,
    private readonly secondFactor: SecondFactorService,
    private readonly devices: KnownDevices,
    private readonly trail: FailureTrailService,
  ) {}

  /**
   * An unknown email, a user who may not log in and a wrong password look the same and cost the same.
   * @param proved the secret of the second factor for which this code was taken a moment ago: a code counts once
   * @throws AppError `invalid_credentials`, `totp_required`, `totp_invalid`, `too_many_requests`, `overloaded`
   */
  async identify(
    { email, password, totp }: LoginDto,
    visitor: Visitor,
    proved: string | null,
  ): Promise<Identified> {
    const known = await this.users.findByEmail(email);
    const user = known?.is_active ? known : null;
    const device = user === null ? null : this.devices.recognise(visitor.known_device, user.id);
    const attempt = {
      counted_by: device ?? byAccount(known?.id ?? null, email),
      is_owner: device !== null,
      ip: visitor.ip,
    };
    const isRight = await this.attempts.checkPassword(attempt, user?.password_hash ?? null, password);
    if (user === null || !isRight) {
      this.noteFailure(known, visitor, 'password');
      throw new AppError('invalid_credentials', 'The email or the password is wrong.');
    }
    if (user.totp_secret !== null && user.totp_secret !== proved)
      await this.demandSecondFactor(user, totp, attempt, visitor);
    return { user, device };
  }

  private async demandSecondFactor(
    user: User,
    totp: string | undefined,
    attempt: Attempt,
    visitor: Visitor,
  ): Promise<void> {
    if (totp === undefined) {
      throw new AppError(
        'totp_required',
        'Send totp too: six digits of the authenticator, or a recovery code.',
      );
    }
    if (await this.attempts.checkCode(attempt, () => this.secondFactor.accepts(user, totp))) return;
    this.noteFailure(user, visitor, 'totp');
    throw new AppError('totp_invalid', 'The code is wrong, too old, or was used before.');
  }

  /** An unknown email is not recorded: people type passwords into the wrong field. */
  private noteFailure(user: User | null, { ip }: Visitor, what: 'password' | 'totp'): void {
    const account = user === null ? {} : { user_id: user.id };
    this.trail.note({ action: 'auth.login_failed', what, ip, ...account });
  }
}
