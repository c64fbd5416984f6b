import { Injectable } from '@nestjs/common';
import type { EnableTotpDto, MeDto, TotpEnabledDto, TotpProofDto, TotpSetupDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { UserActor } from '../../platform/access/caller';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { UserChangesService } from '../../users/user-changes.service';
import { UsersService } from '../../users/users.service';
import { OwnerProofService } from '../account/owner-proof.service';
import { SecurityNoticesService } from '../../mail/security-notices.service';
import { SecondFactorService } from './second-factor.service';

/** A user's own second factor. */
@Injectable()
export class TotpService {
  constructor(
    private readonly users: UsersService,
    private readonly proof: OwnerProofService,
    private readonly secondFactor: SecondFactorService,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
    private readonly notices: SecurityNoticesService,
  ) {}

  /**
   * Makes a pending secret. The active one, if any, stays valid until `enable`.
   * @throws AppError `invalid_request` on a field, `too_many_requests`
   */
  async setUp(proof: Partial<TotpProofDto>, actor: UserActor): Promise<TotpSetupDto> {
    const user = await this.users.getSelf(actor.caller.id);
    if (user.totp_secret !== null) await this.demandProof(complete(proof), actor);
    const event = this.audit.eventOf(actor, { action: 'auth.totp_set_up' });
    // Null: TOTP was switched on or off meanwhile, so another proof may be needed.
    return (await this.secondFactor.setUp(user, event)) ?? this.setUp(proof, actor);
  }

  /** @throws AppError `totp_not_set_up`, `invalid_request` on `totp`, `too_many_requests` */
  async enable({ totp }: EnableTotpDto, actor: UserActor): Promise<TotpEnabledDto> {
    const user = await this.users.getSelf(actor.caller.id);
    const { id, totp_pending_secret: pending } = user;
    if (pending === null) throw notSetUp();
    const step = await this.proof.demandCodeOf(pending, actor, totp);
    const event = this.audit.eventOf(actor, { action: 'auth.totp_enabled' });
    const recovery_codes = await this.secondFactor.enable(id, pending, step, event);
    if (recovery_codes === null) throw notSetUp();
    await this.changes.tell(id);
    await this.notices.tell(user, 'totp_enabled');
    return { totp_enabled: true, recovery_codes };
  }

  /** @throws AppError `totp_not_set_up`, `invalid_request` on a field, `too_many_requests` */
  async disable(proof: TotpProofDto, actor: UserActor): Promise<MeDto> {
    const user = await this.users.getSelf(actor.caller.id);
    if (user.totp_secret === null) throw notSetUp();
    await this.demandProof(proof, actor);
    await this.secondFactor.disable(user.id, this.audit.eventOf(actor, { action: 'auth.totp_disabled' }));
    await this.changes.tell(user.id);
    await this.notices.tell(user, 'totp_disabled');
    return this.users.getMe(user.id);
  }

  private async demandProof({ password, totp }: TotpProofDto, actor: UserActor): Promise<void> {
    await this.proof.demandPassword(actor, 'password', password);
    await this.proof.demandCode(actor, totp);
  }
}

/** @throws AppError `invalid_request` */
function complete({ password, totp }: Partial<TotpProofDto>): TotpProofDto {
  if (password !== undefined && totp !== undefined) return { password, totp };
  const missing = [...(password === undefined ? ['password'] : []), ...(totp === undefined ? ['totp'] : [])];
  throw invalidRequest(
    missing.map((field) => ({ field, code: 'required', message: `${field} is required while TOTP is on.` })),
  );
}

function notSetUp(): AppError {
  return new AppError('totp_not_set_up', 'TOTP is not set up. Begin with POST /api/auth/totp/setup.');
}
