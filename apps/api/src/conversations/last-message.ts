import { LIMITS } from '@groupless/shared-dto';
import type { ChatMessagesService, NewestMessage } from '../memory/chats/chat-messages.service';
import type { Conversation } from './conversation.entity';
import type { ConversationChange } from './conversations.repository';

/** What is announced with a reply: those who wait for it look at once. */
export const REPLY_EVENTS = ['conversation.replied', 'conversation.updated'] as const;

/** What the list shows after a message was taken back: another last one, if it was the last. */
export async function lastWithout(
  message_id: number,
  { chat_id, last_message_id }: Conversation,
  messages: Pick<ChatMessagesService, 'newest'>,
): Promise<ConversationChange['set']> {
  return last_message_id === message_id ? asLast(await messages.newest(chat_id)) : {};
}

/** Of none, nothing. */
function asLast(newest: NewestMessage | null): ConversationChange['set'] {
  return {
    last_message_id: newest === null ? null : Number(newest.id),
    last_message_at: newest === null ? null : new Date(newest.timestamp),
    last_message_role: newest?.role ?? null,
    last_message_reported_by: newest?.reported_by ?? null,
    last_message_preview: newest?.preview ?? null,
  };
}

/** A message that is dated ahead of time stays the last one. */
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
