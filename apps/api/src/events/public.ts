import type { Role } from '@groupless/shared-dto';
import type { Transaction } from '../database/transaction';
import type { Caller } from '../platform/access/caller';
import { Topic } from '../shared/bus/topic';

export { OnEvents } from './on-events';

/** Erased messages of a conversation, by the times at which they were written. */
export interface ErasedWords {
  conversation_id: string;
  written_at: readonly Date[];
}

/** A row of the memory is erased: its texts are removed from stored events. Told before, so that a failure can be retried. */
export const OBJECT_ERASED = new Topic<{ kind: string; id: number }, void>('object erased');

/** In the transaction of the change of their conversation: quoted messages are removed from stored events. */
export const WORDS_ERASED = new Topic<ErasedWords & { transaction: Transaction }, void>('words erased');

/** Asks when the messages were written that stored events of a conversation quote. */
export const QUOTED_TIMES = new Topic<{ conversation_id: string }, Date[]>('quoted times');

/** Asks for the current role of each caller whose session or key is still valid: of those who follow live events. */
export const ROLES_OF_CALLERS = new Topic<{ callers: readonly Caller[] }, ReadonlyMap<Caller, Role>>(
  'roles of callers',
);
