import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan, Not, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { CalendarToken } from '../../users/calendar-token.entity';
import type { UserInvite } from '../../users/invites/user-invite.entity';
import { PASSWORD_LINKS } from '../../users/passwords/password-reset.entity';
import { User } from '../../users/user.entity';
import { AuthSession } from '../sessions/auth-session.entity';
import { RecoveryCode } from '../totp/recovery-code.entity';
import { NO_TOTP } from '../totp/totp.repository';

/** Changes passwords, and ends the sessions and links that a new password invalidates. */
@Injectable()
export class AccountRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Sets a password and ends all other sessions.
   * @param current the hash that the old password matched
   * @returns false if the password has changed since
   */
  changePassword(
    user_id: string,
    { current, next }: { current: string; next: string },
    butSessionId: string,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const seen = { id: user_id, password_hash: current };
      const change = { password_hash: next, updated_at: event.at };
      if ((await transaction.update(User, seen, change)).affected === 0) return false;
      await transaction.delete(AuthSession, { user_id, id: Not(butSessionId) });
      await endLinks(transaction, user_id);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /**
   * Sets a password with a one-time link, and ends all sessions. Of concurrent calls with one link, one gets true.
   * @returns false if the link is no longer valid, or the user may not log in
   */
  acceptLink(
    entity: (typeof PASSWORD_LINKS)[number],
    { user_id, token_digest }: Pick<UserInvite, 'user_id' | 'token_digest'>,
    next: string,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      // Locks the user before the link, as deactivating a user does. Another order could deadlock.
      const lock = { mode: 'pessimistic_write' } as const;
      const held = { where: { id: user_id, is_active: true }, select: { id: true }, lock };
      if ((await transaction.findOne(User, held)) === null) return false;
      const link = { user_id, token_digest, expires_at: MoreThan(event.at) };
      if ((await transaction.delete(entity, link)).affected === 0) return false;
      await transaction.update(User, { id: user_id }, { password_hash: next, updated_at: event.at });
      await transaction.delete(AuthSession, { user_id });
      await endLinks(transaction, user_id);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /** Resets an account: a new password, no second factor, no session. */
  reset(user_id: string, next: string, event: AuditEvent): Promise<void> {
    return this.panel.transaction(async (transaction) => {
      const change = { ...NO_TOTP, password_hash: next, updated_at: event.at };
      await transaction.update(User, { id: user_id }, change);
      await transaction.delete(RecoveryCode, { user_id });
      await transaction.delete(AuthSession, { user_id });
      await endLinks(transaction, user_id);
      await transaction.insert(AuditEvent, event);
    });
  }
}

/** Deletes what an intruder may hold: the links to set a password, and the calendar's link. */
async function endLinks(transaction: EntityManager, user_id: string): Promise<void> {
  for (const link of PASSWORD_LINKS) await transaction.delete(link, { user_id });
  await transaction.delete(CalendarToken, { user_id });
}
