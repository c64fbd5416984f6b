import { Injectable } from '@nestjs/common';
import type { ChatContactDto, ConversationListQueryDto, PatchConversationDto } from '@groupless/shared-dto';
import { AuditService, type AuditEntry } from '../audit/audit.service';
import { EventsService } from '../events/events.service';
import { ChatMessagesService } from '../memory/chats/chat-messages.service';
import type { Actor } from '../shared/access/caller';
import type { JsonText } from '../shared/http/json-text';
import type { Conversation } from './conversation.entity';
import {
  ConversationsRepository,
  type ChangedRow,
  type ConversationChange,
} from './conversations.repository';
import { found } from '../shared/errors/found';

type Decision = Omit<ConversationChange, 'event'> & Pick<AuditEntry, 'action' | 'details'>;

/** Conversations as people see and answer them in the panel. Rows are `ConversationDto`s as JSON. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly messages: ChatMessagesService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /** @throws AppError `invalid_cursor` */
  list(query: ConversationListQueryDto): Promise<JsonText> {
    return this.conversations.listConversations(query);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<JsonText> {
    return found(await this.conversations.findConversation(id), 'conversation');
  }

  /** The channel of a chat, such as `whatsapp`; null if the agent has not told of the chat. */
  async findChannel(chat_id: string): Promise<string | null> {
    const [conversation] = await this.conversations.listByChats([chat_id]);
    return conversation?.channel ?? null;
  }

  /** Who writes in chats, as far as the agent has told of them. */
  async findContacts(chatIds: readonly string[]): Promise<Map<string, ChatContactDto>> {
    const found = await this.conversations.listByChats(chatIds);
    return new Map(
      found.map(({ chat_id, contact_name, contact_phone }) => [chat_id, { contact_name, contact_phone }]),
    );
  }

  /** @throws AppError `not_found` */
  async getByChat(chat_id: string): Promise<JsonText> {
    const [conversation] = await this.conversations.listByChats([chat_id]);
    return this.get(found(conversation ?? null, 'conversation').id);
  }

  /** @throws AppError `not_found`, `invalid_request` for a client who does not exist */
  patch(id: string, patch: PatchConversationDto, actor: Actor): Promise<JsonText> {
    return this.change(id, actor, (present) => {
      const fields = (['status', 'client_id'] as const).filter(
        (field) => patch[field] !== undefined && patch[field] !== present[field],
      );
      if (fields.length === 0) return null;
      const set = { ...patch, ...(patch.client_id !== undefined && { is_client_chosen: true }) };
      return { set, action: 'conversation.updated', details: { fields: fields.join(', ') } };
    });
  }

  /** @throws AppError `not_found` */
  markRead(id: string, actor: Actor): Promise<JsonText> {
    return this.change(id, actor, ({ unread_count }) =>
      unread_count === 0 ? null : { set: { unread_count: 0 }, action: 'conversation.read' },
    );
  }

  /**
   * From the moment at which this is stored, the memory takes no message of the chat agent any more.
   * @throws AppError `not_found`, `overloaded`
   */
  async takeOver(id: string, actor: Actor): Promise<JsonText> {
    const outcome = await this.conversations.changeAfterMemory(id, async ({ chat_id, status, takeovers }) => {
      if (status === 'human') return null;
      await this.messages.announceTakeover(chat_id, takeovers + 1);
      const assigned = actor.caller?.kind === 'user' ? { assigned_to: actor.caller.id } : {};
      const set = { status: 'human' as const, takeovers: takeovers + 1, ...assigned };
      return this.toChange(id, actor, { set, action: 'conversation.taken_over' });
    });
    return this.announced(id, outcome);
  }

  /**
   * A finished conversation stays closed: who hands it back looks at how it stood before.
   * @throws AppError `not_found`
   */
  handBack(id: string, actor: Actor): Promise<JsonText> {
    return this.change(id, actor, ({ status }) =>
      status === 'open' || status === 'closed'
        ? null
        : { set: { status: 'open' }, action: 'conversation.handed_back' },
    );
  }

  /** @throws AppError `not_found`, `invalid_request` for a user who does not exist */
  assign(id: string, user_id: string | null, actor: Actor): Promise<JsonText> {
    return this.change(id, actor, ({ assigned_to }) =>
      assigned_to === user_id
        ? null
        : { set: { assigned_to: user_id }, action: 'conversation.assigned', details: { user_id } },
    );
  }

  private async change(
    id: string,
    actor: Actor,
    decide: (present: Conversation) => Decision | null,
  ): Promise<JsonText> {
    const outcome = await this.conversations.changeConversation(id, (present) => {
      const decision = decide(present);
      return decision === null ? null : this.toChange(id, actor, decision);
    });
    return this.announced(id, outcome);
  }

  private toChange(id: string, actor: Actor, { set, ...entry }: Decision): ConversationChange {
    return { set, event: this.audit.eventOf(actor, { ...entry, object: `conversation:${id}` }) };
  }

  private announced(id: string, outcome: ChangedRow | null): JsonText {
    const { row, changed } = found(outcome, 'conversation');
    if (changed) this.events.announce('conversation.updated', id);
    return row;
  }
}
