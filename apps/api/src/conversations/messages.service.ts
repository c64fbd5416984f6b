import { Injectable } from '@nestjs/common';
import { LIMITS, type MessagesQueryDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { ChatMessagesService } from '../memory/chats/chat-messages.service';
import type { KnownActor } from '../shared/access/caller';
import { Clock } from '../shared/clock';
import { AppError } from '../shared/errors/app-error';
import type { JsonText } from '../shared/http/json-text';
import type { Conversation } from './conversation.entity';
import { ConversationsRepository, type ConversationChange } from './conversations.repository';
import { found } from '../shared/errors/found';

const REPLY_EVENTS = ['conversation.replied', 'conversation.updated'] as const;

/** A message as JSON, with its id for the address. */
interface MessageRow {
  id: string;
  row: JsonText;
}

/** The messages of a conversation, which are in the memory. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly chatMessages: ChatMessagesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns a `MessagesDto` as JSON
   * @throws AppError `not_found`
   */
  async list(id: string, query: MessagesQueryDto): Promise<JsonText> {
    return this.chatMessages.window(found(await this.conversations.findChatId(id), 'conversation'), query);
  }

  /**
   * Stores a team member's reply, which the chat agent gets with its next ping.
   * @returns a `ConversationMessageDto` as JSON
   * @throws AppError `not_found`, `not_taken_over`, `overloaded`
   */
  async reply(id: string, text: string, actor: KnownActor): Promise<MessageRow> {
    let reply: MessageRow | undefined;
    const changed = await this.conversations.changeAfterMemory(id, async (present) => {
      if (present.status !== 'human') {
        throw new AppError('not_taken_over', 'Take the conversation over before you answer.');
      }
      const now = this.clock.now();
      reply = await this.chatMessages.storeReply({
        chat_id: present.chat_id,
        text,
        timestamp: now,
        author: authorOf(actor),
      });
      const message_id = Number(reply.id);
      const event = this.audit.eventOf(actor, {
        action: 'conversation.replied',
        object: `conversation:${id}`,
        details: { message_id },
      });
      return { set: lastMessageOf(present, message_id, text, now), event, announces: REPLY_EVENTS };
    });
    found(changed, 'conversation');
    return found(reply ?? null, 'conversation');
  }
}

/** A key of an integrator has a name, and no id of a user. */
function authorOf({ caller }: KnownActor): { id: string | null; name: string } {
  return { id: caller.kind === 'user' ? caller.id : null, name: caller.name };
}

/** A message that is dated ahead of time stays the last one. */
function lastMessageOf(
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
    last_message_preview: [...text].slice(0, LIMITS.message_preview).join(''),
  };
}
