import type { Transaction } from '../database/transaction';
import { Topic } from '../shared/bus/topic';
import type { User } from './user.entity';

export interface Leaving {
  transaction: Transaction;
  user: Pick<User, 'id' | 'name'>;
  at: Date;
}

/** A user loses the right to write: is deactivated, deleted or made a viewer. Features release what such a user holds. */
export const USER_LEAVES = new Topic<Leaving, void>('user leaves');

/** After the commit of a user's change: what this process keeps of the user is out of date. */
export const USER_CHANGED = new Topic<{ user_id: string }, void>('user changed');
