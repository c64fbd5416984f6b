import { Injectable } from '@nestjs/common';
import type {
  AssignConversationDto,
  ChatContactDto,
  ConversationListQueryDto,
  LeaveDto,
  PatchConversationDto,
} from '@groupless/shared-dto';
import { AuditService, type AuditEntry } from '../audit/audit.service';
import type { Transaction } from '../database/transaction';
import { EventsService } from '../events/events.service';
import { ChatMessagesService } from '../memory/chats/chat-messages.service';
import type { Caller, KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import { found } from '../platform/errors/found';
import type { JsonText } from '../platform/http/json-text';
import { UsersService } from '../users/users.service';
import { ConversationCountsService } from './counts/conversation-counts.service';
import { isChatHandle } from './chat-handles';
import type { Conversation } from './conversation.entity';
import {
  ConversationsRepository,
  type ConversationChange,
  type Outcome,
  type PresentConversation,
} from './conversations.repository';
import { heldBy, refuseHeldByColleague, refuseUndelivered, userOf } from './held-conversation';
import { readerOf } from './reads/own-unread';
import { eventAuthor, type NewEvent } from './thread-events/conversation-events.repository';

type Line = Omit<NewEvent, 'by'>;

type Decision = Omit<ConversationChange, 'event' | 'linesOf'> &
  Pick<AuditEntry, 'action' | 'details'> & { linesOf?: (after: PresentConversation) => Line[] };

/** The fields of a chat that other features use. */
export type ChatStanding = Pick<Conversation, 'channel' | 'status' | 'client_id' | 'is_client_chosen'>;

/** Conversations for the panel. Rows are `ConversationDto`s as JSON. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly messages: ChatMessagesService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly counts: ConversationCountsService,
  ) {}

  /** @throws AppError `invalid_cursor`; `invalid_request` for the own ones of a caller who can have none */
  async list(query: ConversationListQueryDto, caller: Caller): Promise<JsonText> {
    const { undelivered, ...filters } = query;
    const chats = undelivered === 'true' ? await this.counts.listOverdueChats(this.clock.now()) : undefined;
    const list = { ...filters, reader: readerOf(caller), ...(chats === undefined ? {} : { chats }) };
    if (query.assigned_to !== 'me') return this.conversations.listConversations(list);
    if (caller.kind === 'user')
      return this.conversations.listConversations({ ...list, assigned_to: caller.id });
    const message = 'assigned_to: a key has no conversations of its own. Name a user.';
    throw invalidRequest([{ field: 'assigned_to', code: 'not_allowed', message }]);
  }

  /** @throws AppError `not_found` */
  async get(id: string, caller: Caller): Promise<JsonText> {
    return found(await this.conversations.findConversation(id, readerOf(caller)), 'conversation');
  }

  /** @throws AppError `not_found` */
  async noteTyping(id: string): Promise<void> {
    found(await this.conversations.noteTyping(id, this.clock.now()), 'conversation');
  }

  /** @throws AppError `not_found` */
  async demand(id: string): Promise<void> {
    found(await this.conversations.findChatId(id), 'conversation');
  }

  /** The state of a chat; null if the agent has not reported it. */
  async findStanding(chat_id: string): Promise<ChatStanding | null> {
    const [conversation] = await this.conversations.listByChats([chat_id]);
    return conversation ?? null;
  }

  /**
   * The chat of a handle. Only handles that were given out count, because a model may invent one.
   * @throws AppError `not_found`
   */
  async chatOfHandle(handle: string): Promise<string> {
    if (isChatHandle(handle) && (await this.findStanding(handle)) !== null) return handle;
    const detail =
      'No conversation has this handle. Leave chat out, and keep the `chat` that take_messages answers then.';
    throw new AppError('not_found', detail);
  }

  /** The contacts of chats that the agent has reported. */
  async findContacts(chatIds: readonly string[]): Promise<Map<string, ChatContactDto>> {
    const found = await this.conversations.listByChats(chatIds);
    return new Map(
      found.map(({ chat_id, name, contact_name, contact_phone }) => [
        chat_id,
        { contact_name: contact_name === null && contact_phone === null ? null : name, contact_phone },
      ]),
    );
  }

  /** @throws AppError `not_found` */
  async findIdOfChat(chat_id: string): Promise<string> {
    const [conversation] = await this.conversations.listByChats([chat_id]);
    return found(conversation ?? null, 'conversation').id;
  }

  /**
   * @param force `false`: not in a colleague's conversation. Programs from before do not send it.
   * @throws AppError `not_found`, `taken_by`, `reply_undelivered`, `invalid_request` for a client who does not exist
   */
  patch(
    id: string,
    { force, leave_undelivered, ...patch }: PatchConversationDto,
    actor: KnownActor,
  ): Promise<JsonText> {
    const isLeft = patch.status === 'closed' || patch.status === 'open';
    // Programs from before send neither.
    const isAsked = isLeft && (force !== undefined || leave_undelivered !== undefined);
    const decide = (present: PresentConversation): Decision | null => {
      if (patch.status !== undefined) refuseHeldByColleague(present, actor, force ?? true);
      const fields = (['status', 'client_id'] as const).filter(
        (field) => patch[field] !== undefined && patch[field] !== present[field],
      );
      // Confirming the present client is a choice by a person too.
      const chooses = typeof patch.client_id === 'string' && !present.is_client_chosen;
      if (fields.length === 0 && !chooses) return null;
      const tie = { is_client_chosen: true, client_tied_by: 'person' as const };
      const set = {
        ...patch,
        ...(patch.client_id !== undefined && tie),
        ...(fields.includes('status') && { is_agent_away: false }),
        // A closed conversation needs nobody.
        ...(fields.includes('status') && patch.status === 'closed' && { unread_count: 0 }),
      };
      const linesOf = (after: PresentConversation): Line[] => [
        ...(after.status === present.status
          ? []
          : [{ kind: 'status_changed' as const, details: { status: after.status, before: present.status } }]),
        ...(after.client_id === present.client_id && !chooses ? [] : [tieLine(present, after)]),
      ];
      return { set, action: 'conversation.updated', details: { fields: fields.join(', ') }, linesOf };
    };
    if (!isAsked) return this.change(id, actor, decide);
    return this.changeAfterMemory(id, actor, async (present) => {
      const decision = decide(present);
      if (decision !== null && patch.status !== present.status)
        await refuseUndelivered(present, leave_undelivered === true, this.messages);
      return decision;
    });
  }

  /**
   * As soon as this is stored, the memory refuses messages of the chat agent.
   * @param force whether to take it from the colleague who has it
   * @throws AppError `not_found`, `taken_by`, `overloaded`
   */
  async takeOver(id: string, force: boolean, actor: KnownActor): Promise<JsonText> {
    const outcome = await this.conversations.changeAfterMemory(id, userOf(actor), async (present) => {
      refuseHeldByColleague(present, actor, force);
      const { chat_id, status, takeovers, assignee } = present;
      const now = this.clock.now();
      const holder = heldBy(actor, now);
      const action = 'conversation.taken_over';
      // Who takes the own one again takes it from nobody.
      const before = assignee?.id === userOf(actor) ? null : assignee;
      const linesOf = (): Line[] => [{ kind: 'taken_over', details: { before_name: before?.name ?? null } }];
      if (status === 'human') {
        if ((holder.assigned_to ?? present.assigned_to) === present.assigned_to) return null;
        return this.toChange(id, actor, { set: holder, action, linesOf });
      }
      await this.messages.announceTakeover(chat_id, takeovers + 1);
      const set = {
        status: 'human' as const,
        takeovers: takeovers + 1,
        taken_over_at: now,
        is_agent_away: false,
        ...holder,
      };
      return this.toChange(id, actor, { set, action, linesOf });
    });
    return this.announced(id, outcome, actor);
  }

  /**
   * Hands it back to the agent. A closed conversation stays closed.
   * @param force whether to hand back a colleague's conversation too; of the own one, whatever the customer has not got
   * @throws AppError `not_found`, `taken_by`, `reply_undelivered`, `overloaded`
   */
  handBack(
    id: string,
    { force = false, leave_undelivered = false }: LeaveDto,
    actor: KnownActor,
  ): Promise<JsonText> {
    return this.changeAfterMemory(id, actor, async (present) => {
      refuseHeldByColleague(present, actor, force);
      if (present.status === 'open' || present.status === 'closed') return null;
      const isOwn = present.assigned_to === userOf(actor);
      await refuseUndelivered(present, leave_undelivered || (force && isOwn), this.messages);
      const set = { status: 'open' as const, is_agent_away: false };
      return { set, action: 'conversation.handed_back', linesOf: () => [{ kind: 'handed_back' }] };
    });
  }

  /**
   * @param force `false`: not from a colleague who answers in it
   * @throws AppError `not_found`, `taken_by`, `reply_undelivered`, `invalid_request` for a user who does not exist, or who
   *   may not answer
   */
  async assign(
    id: string,
    { user_id, force = true, leave_undelivered = false }: AssignConversationDto,
    actor: KnownActor,
  ): Promise<JsonText> {
    if (user_id !== null && !(await this.users.isOperator(user_id))) throw noAssignee();
    const decide = async (present: PresentConversation): Promise<Decision | null> => {
      const { assigned_to, assignee, status } = present;
      if (assigned_to === user_id) return null;
      refuseHeldByColleague(present, actor, force);
      if (status === 'human') await refuseUndelivered(present, leave_undelivered, this.messages);
      const set = { assigned_to: user_id, assigned_at: user_id === null ? null : this.clock.now() };
      const linesOf = (after: PresentConversation): Line[] => [
        {
          kind: 'assigned',
          details: { name: after.assignee?.name ?? null, before_name: assignee?.name ?? null },
        },
      ];
      return { set, action: 'conversation.assigned', details: { user_id }, linesOf };
    };
    return this.changeAfterMemory(id, actor, decide, user_id);
  }

  /** Ties the conversation of a chat to the client who books, in the transaction of the booking. */
  tieByBooking(
    transaction: Transaction,
    booking: { chat_id: string; client_id: string; at: Date },
  ): Promise<void> {
    return this.conversations.tieByBooking(transaction, booking);
  }

  /** Announces that the conversation of a chat may have changed. */
  announceChange(): void {
    this.events.announce('conversation.updated', null);
  }

  private async change(
    id: string,
    actor: KnownActor,
    decide: (present: PresentConversation) => Decision | null,
    holder: string | null = null,
  ): Promise<JsonText> {
    const outcome = await this.conversations.changeConversation(id, holder, (present) => {
      const decision = decide(present);
      return decision === null ? null : this.toChange(id, actor, decision);
    });
    return this.announced(id, outcome, actor);
  }

  /** The same for a decision that asks the memory. */
  private async changeAfterMemory(
    id: string,
    actor: KnownActor,
    decide: (present: PresentConversation) => Promise<Decision | null>,
    holder: string | null = null,
  ): Promise<JsonText> {
    const outcome = await this.conversations.changeAfterMemory(id, holder, async (present) => {
      const decision = await decide(present);
      return decision === null ? null : this.toChange(id, actor, decision);
    });
    return this.announced(id, outcome, actor);
  }

  private toChange(id: string, actor: KnownActor, { set, linesOf, ...entry }: Decision): ConversationChange {
    const by = eventAuthor(actor);
    const event = this.audit.eventOf(actor, { ...entry, object: `conversation:${id}` });
    return { set, event, linesOf: (after) => (linesOf?.(after) ?? []).map((line) => ({ ...line, by })) };
  }

  private announced(id: string, outcome: Outcome | null, { caller }: KnownActor): Promise<JsonText> {
    if (found(outcome, 'conversation').changed) this.events.announce('conversation.updated', id);
    return this.get(id, caller);
  }
}

function tieLine(before: PresentConversation, { client_id, client_name }: PresentConversation): Line {
  const names = { client_id, client_name, before_id: before.client_id, before_name: before.client_name };
  return { kind: client_id === null ? 'untied' : 'tied', details: { ...names, tied_by: 'person' } };
}

function noAssignee() {
  const message = 'user_id must name a user who may answer: an active user of the desk, operator or admin.';
  return invalidRequest([{ field: 'user_id', code: 'not_allowed', message }]);
}
