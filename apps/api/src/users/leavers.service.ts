import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction';
import type { User } from './user.entity';

/** A clean-up of one feature. */
type CleanUp = (transaction: Transaction, user: Pick<User, 'id' | 'name'>, at: Date) => Promise<void>;

/**
 * Clean-up of users who lose the right to write, because they are deactivated, deleted or made viewers. Features
 * release what such a user holds.
 */
@Injectable()
export class LeaversService {
  private readonly cleanUps: CleanUp[] = [];

  /** Registers a clean-up, which runs in the transaction in which a user leaves. */
  onLeave(cleanUp: CleanUp): void {
    this.cleanUps.push(cleanUp);
  }

  async leave(transaction: Transaction, user: Pick<User, 'id' | 'name'>, at: Date): Promise<void> {
    for (const cleanUp of this.cleanUps) await cleanUp(transaction, user, at);
  }
}
