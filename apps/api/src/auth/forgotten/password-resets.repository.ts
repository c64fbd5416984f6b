import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import type { Transaction } from '../../database/transaction';
import { User } from '../../users/user.entity';
import { PasswordReset } from '../../users/passwords/password-reset.entity';

export type NewReset = Pick<PasswordReset, 'user_id' | 'token_digest' | 'expires_at'>;

@Injectable()
export class PasswordResetsRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** Runs the work in a transaction of its own. */
  within(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.panel.transaction(work);
  }

  /**
   * Adds a link to those that the user has. Those that are too old go.
   * @param also in the same transaction
   */
  addReset(reset: NewReset, now: Date, also: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.panel.transaction(async (transaction) => {
      await transaction.delete(PasswordReset, { user_id: reset.user_id, expires_at: LessThanOrEqual(now) });
      await transaction.insert(PasswordReset, reset);
      await also(transaction);
    });
  }

  /** The user of a valid link, if the user may log in. */
  findUser(token_digest: Buffer, now: Date): Promise<User | null> {
    return this.panel
      .createQueryBuilder(User, 'u')
      .innerJoin(PasswordReset, 'r', 'r.user_id = u.id')
      .where('r.token_digest = :token_digest and r.expires_at > :now and u.is_active', { token_digest, now })
      .getOne();
  }
}
