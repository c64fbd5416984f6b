import { Injectable } from '@nestjs/common';
import type { AcceptInviteDto, InvitedDto, UserDto } from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { InvitesService } from '../../users/invites/invites.service';
import { PasswordsService } from '../../users/passwords/passwords.service';
import { SecurityNoticesService } from '../../mail/security-notices.service';
import { UserManagementService } from '../../users/user-management.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { nameOfBusiness } from '../../shared/name-of-business';
import { AttemptsService } from '../limits/attempts.service';
import { PasswordChangesService } from '../account/password-changes.service';

/** Sets a password with an invitation link. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly invites: InvitesService,
    private readonly attempts: AttemptsService,
    private readonly passwords: PasswordsService,
    private readonly stored: PasswordChangesService,
    private readonly users: UserManagementService,
    private readonly notices: SecurityNoticesService,
    private readonly business: ChatAgentSettingsService,
  ) {}

  /**
   * Whose an invitation is.
   * @throws AppError `invalid_request` on `token`, `too_many_requests`
   */
  async look(token: string, ip: string): Promise<InvitedDto> {
    const user = await this.invites.findUser(token);
    if (user === null) return this.refuse(ip);
    const { name, email } = user;
    return { business: nameOfBusiness(await this.business.current()), name, email };
  }

  /**
   * Sets the password. The link proves the identity, so it also unlocks the account. A second factor stays.
   * @throws AppError `invalid_request` on `token` or `password`, `too_many_requests`
   */
  async accept({ token, password }: AcceptInviteDto, ip: string): Promise<UserDto> {
    // Before hashing, which is slow.
    const user = await this.invites.findUser(token);
    if (user === null) return this.refuse(ip);
    await this.passwords.demandUncommon('password', password, user);
    const next = await this.passwords.hash(password);
    if (!(await this.stored.byLink(user.id, token, next, ip))) return this.refuse(ip);
    await this.attempts.unlock(user.id);
    if (user.password_hash !== null) await this.notices.tell(user, 'password_changed');
    return this.users.get(user.id);
  }

  private async refuse(ip: string): Promise<never> {
    await this.attempts.countWrongLink(ip);
    const message = 'token is not known, was used, or is too old. Ask for another link.';
    throw invalidRequest([{ field: 'token', code: 'incorrect', message }]);
  }
}
