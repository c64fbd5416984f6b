import { Injectable } from '@nestjs/common';
import type { ConfirmDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { isConfirmedAt, type UserActor, type UserCaller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { UsersService } from '../../users/users.service';
import { LiveSessionsService } from '../sessions/live-sessions.service';
import { OwnerProofService } from '../account/owner-proof.service';
import { AuthSessionsRepository } from '../sessions/auth-sessions.repository';

/** Asks for the password or a code again before actions that a stolen session must not do. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly live: LiveSessionsService,
    private readonly users: UsersService,
    private readonly proof: OwnerProofService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Confirms the session for ten minutes.
   * @throws AppError `invalid_request` on a field, `too_many_requests`, `overloaded`
   */
  async confirm(proof: ConfirmDto, actor: UserActor): Promise<void> {
    const { totp_secret } = await this.users.getSelf(actor.caller.id);
    if (totp_secret === null)
      await this.proof.demandPassword(actor, 'password', demandOnly(proof, 'password', 'totp'));
    else await this.proof.demandCode(actor, demandOnly(proof, 'totp', 'password'));
    const { session_id } = actor.caller;
    const entry = { action: 'auth.confirmed', object: `session:${session_id}` };
    await this.sessions.confirm(session_id, this.audit.eventOf(actor, entry));
    this.live.forget(session_id);
  }

  async isConfirmed(caller: UserCaller): Promise<boolean> {
    if (await this.isRecent(caller)) return true;
    // Another replica may have confirmed it since this demandOnly cached the session.
    this.live.forget(caller.session_id);
    return this.isRecent(caller);
  }

  private async isRecent({ session_id, id }: UserCaller): Promise<boolean> {
    const confirmed_at = (await this.live.find(session_id, id))?.confirmed_at ?? null;
    return isConfirmedAt(confirmed_at, this.clock.now());
  }
}

/**
 * The wanted proof.
 * @throws AppError `invalid_request` if it is missing, or the other demandOnly is given
 */
function demandOnly(proof: ConfirmDto, wanted: keyof ConfirmDto, other: keyof ConfirmDto): string {
  const value = proof[wanted];
  if (value !== undefined && proof[other] === undefined) return value;
  const when = wanted === 'totp' ? 'on' : 'off';
  const [field, code] = value === undefined ? [wanted, 'required' as const] : [other, 'not_allowed' as const];
  throw invalidRequest([{ field, code, message: `Send ${wanted} alone while TOTP is ${when}.` }]);
}

export function confirmationRequired(): AppError {
  return new AppError(
    'confirmation_required',
    'Confirm the session first with POST /api/auth/confirm: the password, or a code while TOTP is on.',
  );
}
