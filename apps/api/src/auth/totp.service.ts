import { Injectable } from '@nestjs/common';
import type { EnableTotpDto, MeDto, TotpEnabledDto, TotpProofDto, TotpSetupDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { UserActor } from '../shared/access/caller';
import { AppError, invalidRequest } from '../shared/errors/app-error';
import { UsersService } from '../users/users.service';
import { AccountRepository } from './account.repository';
import { OwnerProofService } from './owner-proof.service';
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { SecondFactorService } from './second-factor.service';

/** Switching a user's own second factor on and off. */
@Injectable()
export class TotpService {
  constructor(
    private readonly users: UsersService,
    private readonly proof: OwnerProofService,
    private readonly second_factor: SecondFactorService,
    private readonly accounts: AccountRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a secret, which counts from `enable` on; one that is on counts until then.
   * @throws AppError `invalid_request` on a field, `too_many_requests`
   */
  async setUp(proof: Partial<TotpProofDto>, actor: UserActor): Promise<TotpSetupDto> {
    const user = await this.users.getSelf(actor.caller.id);
    if (user.totp_secret !== null) await this.demandProof(complete(proof), actor);
    const { secret, otpauth_url, sealed } = this.second_factor.newSecret(user);
    // Somebody switched it on or off meanwhile: then other proof may be needed.
    if (!(await this.accounts.setPendingTotp(user.id, user.totp_secret, sealed)))
      return this.setUp(proof, actor);
    await this.audit.record(actor, { action: 'auth.totp_set_up' });
    return { secret, otpauth_url };
  }

  /** @throws AppError `totp_not_set_up`, `invalid_request` on `totp`, `too_many_requests` */
  async enable({ totp }: EnableTotpDto, actor: UserActor): Promise<TotpEnabledDto> {
    const { id, totp_pending_secret: pending } = await this.users.getSelf(actor.caller.id);
    if (pending === null) throw notSetUp();
    const step = await this.proof.demandCodeOf(pending, actor, totp);
    const recovery_codes = newRecoveryCodes();
    const digests = recovery_codes.map(digestOfRecoveryCode);
    if (!(await this.accounts.enableTotp(id, pending, step, digests))) throw notSetUp();
    await this.audit.record(actor, { action: 'auth.totp_enabled' });
    return { totp_enabled: true, recovery_codes };
  }

  /** @throws AppError `totp_not_set_up`, `invalid_request` on a field, `too_many_requests` */
  async disable(proof: TotpProofDto, actor: UserActor): Promise<MeDto> {
    const user = await this.users.getSelf(actor.caller.id);
    if (user.totp_secret === null) throw notSetUp();
    await this.demandProof(proof, actor);
    await this.accounts.disableTotp(user.id);
    await this.audit.record(actor, { action: 'auth.totp_disabled' });
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
