import { Injectable } from '@nestjs/common';
import type { LoginDto } from '@groupless/shared-dto';
import { AppError } from '../../platform/errors/app-error';
import type { User } from '../../users/user.entity';
import { UsersService } from '../../users/users.service';
import { AttemptsService, accountKey, type Attempt } from '../limits/attempts.service';
import { FailureTrailService } from '../limits/failure-trail.service';
import { KnownDevices } from './known-devices';
import { SecondFactorService } from '../totp/second-factor.service';
import type { Place } from '../sessions/auth-sessions.service';

/** The origin of a log-in. */
export interface Visitor extends Place {
  /** The cookie of an earlier log-in. */
  known_device: string | null;
}

export interface Identified {
  user: User;
  /** The id of a known device. */
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
   * An unknown email, a deactivated user and a wrong password give the same answer in the same time.
   * @param proved the secret whose code was accepted at the previous try of this log-in, because a code is valid once
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
      counted_by: device ?? accountKey(known?.id ?? null, email),
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

  /** An unknown email is not recorded, because people type passwords into the wrong field. */
  private noteFailure(user: User | null, { ip }: Visitor, what: 'password' | 'totp'): void {
    const account = user === null ? {} : { user_id: user.id };
    this.trail.note({ action: 'auth.login_failed', what, ip, ...account });
  }
}
