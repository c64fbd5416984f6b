import { Injectable } from '@nestjs/common';
import type { FieldErrorDto } from '@groupless/shared-dto';
import type { UserActor } from '../../platform/access/caller';
import { invalidRequest } from '../../platform/errors/app-error';
import { UsersService } from '../../users/users.service';
import { AttemptsService, type Attempt } from '../limits/attempts.service';
import { SecondFactorService } from '../totp/second-factor.service';

/**
 * Asks a logged-in user again for the password or a code before the account changes. A wrong one is a field error, not
 * a missing credential: the session goes on.
 */
@Injectable()
export class OwnerProofService {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: AttemptsService,
    private readonly secondFactor: SecondFactorService,
  ) {}

  /**
   * @returns the hash that the password matches
   * @throws AppError `invalid_request` on the field, `too_many_requests`
   */
  async demandPassword(actor: UserActor, field: string, given: string): Promise<string> {
    const { password_hash } = await this.users.getSelf(actor.caller.id);
    const isRight = await this.attempts.checkPassword(attemptOf(actor), password_hash, given);
    if (isRight && password_hash !== null) return password_hash;
    throw invalidRequest([incorrect(field, 'is not your password')]);
  }

  /** @throws AppError `invalid_request` on `totp`, `too_many_requests` */
  async demandCode(actor: UserActor, code: string): Promise<void> {
    const user = await this.users.getSelf(actor.caller.id);
    await this.demandRightCode(actor, () => this.secondFactor.accepts(user, code));
  }

  /**
   * Demands a code of a pending secret.
   * @returns the code's step
   * @throws AppError `invalid_request` on `totp`, `too_many_requests`
   */
  async demandCodeOf(pending: string, actor: UserActor, code: string): Promise<number> {
    const step = this.secondFactor.stepOf(actor.caller.id, pending, code);
    await this.demandRightCode(actor, () => Promise.resolve(step !== null));
    return step ?? 0;
  }

  private async demandRightCode(actor: UserActor, isRight: () => Promise<boolean>): Promise<void> {
    if (await this.attempts.checkCode(attemptOf(actor), isRight)) return;
    throw invalidRequest([incorrect('totp', 'is wrong, too old, or was used before')]);
  }
}

/** Each session has its own counter, so nobody else can use up its attempts. */
function attemptOf({ caller, ip }: UserActor): Attempt {
  return { counted_by: caller.session_id, is_owner: true, ip };
}

function incorrect(field: string, why: string): FieldErrorDto {
  return { field, code: 'incorrect', message: `${field} ${why}.` };
}
