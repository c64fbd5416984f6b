import { Injectable } from '@nestjs/common';
import type { ChangePasswordDto } from '@groupless/shared-dto';
import type { UserActor } from '../../platform/access/caller';
import { PasswordsService } from '../../users/passwords/passwords.service';
import { UsersService } from '../../users/users.service';
import { SecurityNoticesService } from '../../mail/security-notices.service';
import { OwnerProofService } from './owner-proof.service';
import { PasswordChangesService } from './password-changes.service';

/** A user's own password. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly proof: OwnerProofService,
    private readonly passwords: PasswordsService,
    private readonly stored: PasswordChangesService,
    private readonly users: UsersService,
    private readonly notices: SecurityNoticesService,
  ) {}

  /**
   * Changes the password and ends the user's other sessions.
   * @throws AppError `invalid_request` on a field, `too_many_requests`
   */
  async change(passwords: ChangePasswordDto, actor: UserActor): Promise<void> {
    const current = await this.proof.demandPassword(actor, 'current_password', passwords.current_password);
    const user = await this.users.getSelf(actor.caller.id);
    await this.passwords.demandUncommon('new_password', passwords.new_password, user);
    const next = await this.passwords.hash(passwords.new_password, 'owner');
    // Hashing is slow. If another request set the password meanwhile, the given one must match the new hash.
    if (!(await this.stored.byOwner({ current, next }, actor))) return this.change(passwords, actor);
    await this.notices.tell(user, 'password_changed');
  }
}
