import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { Clock } from '../shared/clock';
import { User } from '../users/user.entity';
import { AuthSession } from './auth-session.entity';
import { RecoveryCode } from './recovery-code.entity';

const NO_TOTP = { totp_secret: null, totp_pending_secret: null, totp_last_step: null };

/** What proves that a user is that user: the password, the second factor, the recovery codes. */
@Injectable()
export class AccountRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets a password and ends all sessions but one.
   * @param current the hash that the old password was compared with
   * @returns false if somebody has set another since
   */
  changePassword(
    user_id: string,
    current: string,
    password_hash: string,
    but_session_id: string,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const seen = { id: user_id, password_hash: current };
      const { affected } = await transaction.update(User, seen, {
        password_hash,
        updated_at: this.clock.now(),
      });
      if (affected === 0) return false;
      await transaction.delete(AuthSession, { user_id, id: Not(but_session_id) });
      return true;
    });
  }

  /** A new start: another password, no second factor, no session. */
  reset(user_id: string, password_hash: string): Promise<void> {
    return this.panel.transaction(async (transaction) => {
      await transaction.update(
        User,
        { id: user_id },
        { ...NO_TOTP, password_hash, updated_at: this.clock.now() },
      );
      await transaction.delete(RecoveryCode, { user_id });
      await transaction.delete(AuthSession, { user_id });
    });
  }

  /**
   * Notes a secret that is to be proved.
   * @param current the secret that counts, as it was seen when the proof was asked for
   * @returns false if that has changed since
   */
  async setPendingTotp(
    user_id: string,
    current: string | null,
    totp_pending_secret: string,
  ): Promise<boolean> {
    const seen = { id: user_id, totp_secret: current ?? IsNull() };
    const { affected } = await this.panel.manager.update(User, seen, { totp_pending_secret });
    return affected !== 0;
  }

  /**
   * Makes the pending secret the one that counts, with new recovery codes.
   * @param step of the code that proved it
   * @returns false if another secret was set up meanwhile
   */
  enableTotp(user_id: string, pending: string, step: number, code_digests: Buffer[]): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const { affected } = await transaction.update(
        User,
        { id: user_id, totp_pending_secret: pending },
        {
          totp_secret: pending,
          totp_pending_secret: null,
          totp_last_step: step,
          updated_at: this.clock.now(),
        },
      );
      if (affected === 0) return false;
      await replaceRecoveryCodes(transaction, user_id, code_digests);
      return true;
    });
  }

  disableTotp(user_id: string): Promise<void> {
    return this.panel.transaction(async (transaction) => {
      await transaction.update(User, { id: user_id }, { ...NO_TOTP, updated_at: this.clock.now() });
      await replaceRecoveryCodes(transaction, user_id, []);
    });
  }

  /** Whether the step is later than all that were accepted; of several calls at once one is told yes. */
  async acceptTotpStep(user_id: string, totp_last_step: number): Promise<boolean> {
    const { affected } = await this.panel
      .createQueryBuilder()
      .update(User)
      .set({ totp_last_step })
      .where('id = :user_id and coalesce(totp_last_step, 0) < :totp_last_step', { user_id, totp_last_step })
      .execute();
    return affected === 1;
  }

  /** Whether the user had this code; it is used up by that. */
  async useRecoveryCode(user_id: string, code_digest: Buffer): Promise<boolean> {
    return (await this.panel.manager.delete(RecoveryCode, { user_id, code_digest })).affected === 1;
  }
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
