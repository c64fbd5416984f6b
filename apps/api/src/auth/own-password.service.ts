import { Injectable } from '@nestjs/common';
import type { ChangePasswordDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { UserActor } from '../shared/access/caller';
import { PasswordsService } from '../users/passwords.service';
import { UserChangesService } from '../users/user-changes.service';
import { AccountRepository } from './account.repository';
import { OwnerProofService } from './owner-proof.service';

/** A user's own password. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly proof: OwnerProofService,
    private readonly passwords: PasswordsService,
    private readonly accounts: AccountRepository,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Sets another password and ends the user's other sessions.
   * @throws AppError `invalid_request` on a field, `too_many_requests`
   */
  async change({ current_password, new_password }: ChangePasswordDto, actor: UserActor): Promise<void> {
    const { id, session_id } = actor.caller;
    await this.proof.demandPassword(actor, 'current_password', current_password);
    await this.passwords.demandUncommon('new_password', new_password);
    await this.accounts.changePassword(id, await this.passwords.hash(new_password), session_id);
    this.changes.next(id);
    await this.audit.record(actor, { action: 'auth.password_changed' });
  }
}
