import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction';
import type { User } from './user.entity';

/** What becomes of something that a user had. */
type Parting = (transaction: Transaction, user: Pick<User, 'id' | 'name'>, at: Date) => Promise<void>;

/** Users who cannot write any more, because they are switched off, deleted or viewers from now on: what they had is given back. */
@Injectable()
export class LeaversService {
  private readonly partings: Parting[] = [];

  /** Registers what happens in the transaction in which a user leaves. Features register once, when they start. */
  onLeave(parting: Parting): void {
    this.partings.push(parting);
  }

  async leave(transaction: Transaction, user: Pick<User, 'id' | 'name'>, at: Date): Promise<void> {
    for (const parting of this.partings) await parting(transaction, user, at);
  }
}
