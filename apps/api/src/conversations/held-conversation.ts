import type { ChatMessagesService } from '../memory/chats/chat-messages.service';
import type { KnownActor } from '../platform/access/caller';
import { AppError } from '../platform/errors/app-error';
import type { PresentConversation } from './conversations.repository';

type Held = Pick<PresentConversation, 'status' | 'assignee' | 'assigned_at' | 'taken_over_at' | 'updated_at'>;

/**
 * Refuses a change in a colleague's conversation, so that two people do not answer one customer unknowingly.
 * @param force whether the caller knows and takes it anyway
 * @throws AppError `taken_by`
 */
export function refuseHeldByColleague(held: Held, { caller }: KnownActor, force: boolean): void {
  const { status, assignee } = held;
  if (force || status !== 'human' || assignee === null) return;
  if (caller.kind === 'user' && caller.id === assignee.id) return;
  const since = (held.assigned_at ?? held.taken_over_at ?? held.updated_at).toISOString();
  const detail = `${assignee.name} has this conversation since ${since}. To take it all the same, send "force": true.`;
  throw new AppError('taken_by', detail, { members: { id: assignee.id, name: assignee.name, since } });
}

/**
 * Refuses to leave a conversation while an agent still has to deliver a reply: somebody else would answer before it.
 * @param leaves whether the caller knows and does it anyway
 * @throws AppError `reply_undelivered`
 */
export async function refuseUndelivered(
  { chat_id }: Pick<PresentConversation, 'chat_id'>,
  leaves: boolean,
  messages: Pick<ChatMessagesService, 'listUndelivered'>,
): Promise<void> {
  const replies = leaves ? [] : await messages.listUndelivered(chat_id);
  if (replies.length === 0) return;
  const detail = `The customer has not got ${replies.length} of the replies. To leave them all the same, send "leave_undelivered": true.`;
  throw new AppError('reply_undelivered', detail, { members: { replies } });
}

/** The user who holds a conversation that the caller takes; null for a key of an integrator. */
export function heldBy(actor: KnownActor, at: Date) {
  const assigned_to = userOf(actor);
  return assigned_to === null ? {} : { assigned_to, assigned_at: at };
}

export function userOf({ caller }: KnownActor): string | null {
  return caller.kind === 'user' ? caller.id : null;
}
