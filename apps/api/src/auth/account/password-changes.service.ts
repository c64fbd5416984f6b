import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { UserActor } from '../../shared/access/caller';
import { digestOf } from '../../shared/crypto/random-token';
import { UserChangesService } from '../../users/user-changes.service';
import { AccountRepository } from './account.repository';

/** Stores new password hashes of users, ends what a new password ends, and writes the audit. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * By the owner, whose other sessions end.
   * @param hashes the one that the old password fits, and the next
   * @returns false if another password was set since
   */
  async byOwner(hashes: { current: string; next: string }, actor: UserActor): Promise<boolean> {
    const { id, session_id } = actor.caller;
    const event = this.audit.eventOf(actor, { action: 'auth.password_changed' });
    return this.told(id, await this.accounts.changePassword(id, hashes, session_id, event));
  }

  /**
   * By the holder of a link, which can be used once. All sessions end.
   * @returns false if the link does not count any more
   */
  async byLink(user_id: string, token: string, next: string, ip: string): Promise<boolean> {
    const actor = { caller: { kind: 'user' as const, id: user_id }, ip };
    const event = this.audit.eventOf(actor, { action: 'auth.invite_accepted' });
    const invite = { user_id, token_digest: digestOf(token) };
    return this.told(user_id, await this.accounts.acceptInvite(invite, next, event));
  }

  /** By the operator of the server. All sessions end, and TOTP is off. */
  async byOperator(user_id: string, next: string): Promise<void> {
    const entry = { action: 'auth.account_reset', object: `user:${user_id}` };
    await this.accounts.reset(user_id, next, this.audit.eventOf({ caller: null, ip: null }, entry));
    this.told(user_id, true);
  }

  private told(user_id: string, isChanged: boolean): boolean {
    if (isChanged) this.changes.next(user_id);
    return isChanged;
  }
}
