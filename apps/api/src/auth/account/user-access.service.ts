import { Injectable } from '@nestjs/common';
import type { AuthSessionDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { UserActor } from '../../platform/access/caller';
import { SecurityNoticesService } from '../../mail/security-notices.service';
import { UserChangesService } from '../../users/user-changes.service';
import { UserManagementService } from '../../users/user-management.service';
import { UsersService } from '../../users/users.service';
import { SecondFactorService } from '../totp/second-factor.service';
import { AuthSessionsService } from '../sessions/auth-sessions.service';

/** An admin's view of another user's sessions: lists them, ends them, removes a lost second factor. */
@Injectable()
export class UserAccessService {
  constructor(
    private readonly users: UserManagementService,
    private readonly sessions: AuthSessionsService,
    private readonly secondFactor: SecondFactorService,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
    private readonly known: UsersService,
    private readonly notices: SecurityNoticesService,
  ) {}

  /** @throws AppError `not_found` */
  async listSessions(user_id: string, { caller }: UserActor): Promise<AuthSessionDto[]> {
    const { id } = await this.users.get(user_id);
    return this.sessions.list(id, caller.session_id);
  }

  /** @throws AppError `not_found` */
  async endSessions(user_id: string, actor: UserActor): Promise<void> {
    const { id } = await this.users.get(user_id);
    const entry = { action: 'user.logged_out_everywhere', object: `user:${id}` };
    await this.sessions.endAll(id, this.audit.eventOf(actor, entry));
  }

  /**
   * For a user who has lost the authenticator: switches TOTP off, deletes the recovery codes and ends all sessions. The user is
   * told, since an intruder may have asked for it.
   * @throws AppError `not_found`
   */
  async removeSecondFactor(user_id: string, actor: UserActor): Promise<void> {
    const { id, email, totp_enabled } = await this.users.get(user_id);
    const event = this.audit.eventOf(actor, { action: 'user.totp_removed', object: `user:${id}` });
    await this.secondFactor.disableOfOther(id, event);
    await this.changes.tell(id);
    const user = totp_enabled ? await this.known.findByEmail(email) : null;
    if (user !== null) await this.notices.tell(user, 'totp_disabled');
  }
}
