import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { CalendarToken } from '../../users/calendar-token.entity';
import { User } from '../../users/user.entity';
import { AuthSession } from '../sessions/auth-session.entity';
import { RecoveryCode } from './recovery-code.entity';

/** The columns of a user without a second factor. */
export const NO_TOTP = { totp_secret: null, totp_pending_secret: null, totp_last_step: null };

/** The second factors of users, and their recovery codes. */
@Injectable()
export class TotpRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Stores a pending secret.
   * @param current the active secret when the request was checked
   * @returns false if that has changed since
   */
  setPendingTotp(
    user_id: string,
    current: string | null,
    totp_pending_secret: string,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const seen = { id: user_id, totp_secret: current ?? IsNull() };
      const { affected } = await transaction.update(User, seen, { totp_pending_secret });
      if (affected === 0) return false;
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /**
   * Activates the pending secret, with new recovery codes.
   * @param step of the code that proved it
   * @returns false if another secret was set up meanwhile
   */
  enableTotp(
    user_id: string,
    { pending, step, code_digests }: { pending: string; step: number; code_digests: Buffer[] },
    event: AuditEvent,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const seen = { id: user_id, totp_pending_secret: pending };
      const proved = { totp_secret: pending, totp_pending_secret: null, totp_last_step: step };
      const { affected } = await transaction.update(User, seen, { ...proved, updated_at: event.at });
      if (affected === 0) return false;
      await replaceRecoveryCodes(transaction, user_id, code_digests);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /** Switches TOTP off and deletes the recovery codes. */
  async disableTotp(user_id: string, event: AuditEvent): Promise<void> {
    await this.panel.transaction((transaction) => removeTotp(transaction, user_id, event));
  }

  /**
   * The same for a user who has lost the authenticator. Ends all sessions, because someone else may have it.
   * @returns false if there is no such user
   */
  disableTotpOfOther(user_id: string, event: AuditEvent): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      if (!(await removeTotp(transaction, user_id, event))) return false;
      await transaction.delete(AuthSession, { user_id });
      await transaction.delete(CalendarToken, { user_id });
      return true;
    });
  }

  /** Accepts a step that is later than all before. Of concurrent calls, one gets true. */
  async acceptTotpStep(user_id: string, totp_last_step: number): Promise<boolean> {
    const { affected } = await this.panel
      .createQueryBuilder()
      .update(User)
      .set({ totp_last_step })
      .where('id = :user_id and coalesce(totp_last_step, 0) < :totp_last_step', { user_id, totp_last_step })
      .execute();
    return affected === 1;
  }

  /** Uses up a recovery code. False: the user does not have it. */
  async useRecoveryCode(user_id: string, code_digest: Buffer): Promise<boolean> {
    return (await this.panel.manager.delete(RecoveryCode, { user_id, code_digest })).affected === 1;
  }
}

async function removeTotp(transaction: EntityManager, user_id: string, event: AuditEvent): Promise<boolean> {
  const change = { ...NO_TOTP, updated_at: event.at };
  if ((await transaction.update(User, { id: user_id }, change)).affected === 0) return false;
  await replaceRecoveryCodes(transaction, user_id, []);
  await transaction.insert(AuditEvent, event);
  return true;
}

async function replaceRecoveryCodes(
  transaction: EntityManager,
  user_id: string,
  digests: Buffer[],
): Promise<void> {
  await transaction.delete(RecoveryCode, { user_id });
  const codes = digests.map((code_digest) => ({ user_id, code_digest }));
  if (codes.length > 0) await transaction.insert(RecoveryCode, codes);
}
