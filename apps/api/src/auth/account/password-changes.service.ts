import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { UserActor } from '../../platform/access/caller';
import { digestOf } from '../../platform/crypto/random-token';
import { UserChangesService } from '../../users/user-changes.service';
import { UserInvite } from '../../users/invites/user-invite.entity';
import { PasswordReset } from '../../users/passwords/password-reset.entity';
import { AccountRepository } from './account.repository';

/** Stores new password hashes, invalidates sessions and links, and writes the audit. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * By the owner. Ends the other sessions.
   * @param hashes the one that the old password matched, and the new one
   * @returns false if the password has changed since
   */
  async byOwner(hashes: { current: string; next: string }, actor: UserActor): Promise<boolean> {
    const { id, session_id } = actor.caller;
    const event = this.audit.eventOf(actor, { action: 'auth.password_changed' });
    return this.notify(id, await this.accounts.changePassword(id, hashes, session_id, event));
  }

  /**
   * By the holder of a one-time link. Ends all sessions.
   * @returns false if the link is no longer valid
   */
  async byLink(user_id: string, token: string, next: string, ip: string): Promise<boolean> {
    const actor = { caller: { kind: 'user' as const, id: user_id }, ip };
    const event = this.audit.eventOf(actor, { action: 'auth.invite_accepted' });
    const invite = { user_id, token_digest: digestOf(token) };
    return this.notify(user_id, await this.accounts.acceptLink(UserInvite, invite, next, event));
  }

  /**
   * By the holder of a link for a forgotten password. Ends all sessions.
   * @returns false if the link is no longer valid
   */
  async byReset(user_id: string, token: string, next: string, ip: string): Promise<boolean> {
    const actor = { caller: { kind: 'user' as const, id: user_id }, ip };
    const event = this.audit.eventOf(actor, { action: 'auth.password_reset' });
    const reset = { user_id, token_digest: digestOf(token) };
    return this.notify(user_id, await this.accounts.acceptLink(PasswordReset, reset, next, event));
  }

  /** By the operator of the server. Ends all sessions and switches TOTP off. */
  async byOperator(user_id: string, next: string): Promise<void> {
    const entry = { action: 'auth.account_reset', object: `user:${user_id}` };
    await this.accounts.reset(user_id, next, this.audit.eventOf({ caller: null, ip: null }, entry));
    await this.changes.tell(user_id);
  }

  private async notify(user_id: string, isChanged: boolean): Promise<boolean> {
    if (isChanged) await this.changes.tell(user_id);
    return isChanged;
  }
}
