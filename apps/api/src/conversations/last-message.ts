import { LIMITS } from '@groupless/shared-dto';
import type { ChatMessagesService, NewestMessage } from '../memory/chats/chat-messages.service';
import type { Conversation } from './conversation.entity';
import type { ConversationChange } from './conversations.repository';

/** The events of a reply; waiting requests for deliveries react to them. */
export const REPLY_EVENTS = ['conversation.replied', 'conversation.updated'] as const;

/** The last message of the list, where the one that it shows no longer stands: it was taken back or erased. */
export async function lastStanding(
  { chat_id, last_message_id, last_message_at, unanswered_since }: Conversation,
  messages: Pick<ChatMessagesService, 'newest' | 'stands'>,
): Promise<ConversationChange['set']> {
  if (last_message_at === null) return {};
  if (last_message_id !== null && (await messages.stands(chat_id, last_message_id))) return {};
  const newest = await messages.newest(chat_id);
  return { ...asLast(newest), unanswered_since: unansweredAfter(newest, unanswered_since) };
}

/** Since when the client waits, where the newest message is another one than before. */
function unansweredAfter(newest: NewestMessage | null, before: Date | null): Date | null {
  if (newest === null || (newest.role === 'operator' && !newest.is_reminder)) return null;
  return before ?? (newest.role === 'user' ? new Date(newest.timestamp) : null);
}

/** Null values if there is no message. */
function asLast(newest: NewestMessage | null): ConversationChange['set'] {
  return {
    last_message_id: newest === null ? null : Number(newest.id),
    last_message_at: newest === null ? null : new Date(newest.timestamp),
    last_message_role: newest?.role ?? null,
    last_message_reported_by: newest?.reported_by ?? null,
    last_message_preview: newest?.preview ?? null,
  };
}

/** A message dated in the future stays the last one. */
export function lastMessageOf(
  { last_message_at }: Conversation,
  last_message_id: number,
  text: string,
  at: Date,
): ConversationChange['set'] {
  if (last_message_at !== null && last_message_at > at) return {};
  return {
    last_message_id,
    last_message_at: at,
    last_message_role: 'operator',
    last_message_reported_by: null,
    last_message_preview: [...text].slice(0, LIMITS.message_preview).join(''),
  };
}
