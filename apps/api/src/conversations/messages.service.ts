import { Injectable } from '@nestjs/common';
import type { MessagesQueryDto, ReplyDto, TakenBackReplyDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { ChatMessagesService, type RequestedReply } from '../memory/chats/chat-messages.service';
import { ChatErasingService } from '../memory/chats/erasing/chat-erasing.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../platform/http/json-text';
import {
  ConversationsRepository,
  type ConversationChange,
  type PresentConversation,
} from './conversations.repository';
import { heldBy, refuseHeldByColleague, userOf } from './held-conversation';
import { lastMessageOf, lastStanding, REPLY_EVENTS } from './last-message';
import { ConversationEventsRepository, eventAuthor } from './thread-events/conversation-events.repository';
import { found } from '../platform/errors/found';

/** A message as JSON, with its id for `Location`. */
interface MessageRow {
  id: string;
  row: JsonText;
}

/** The messages of a conversation, which are in the memory database. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly chatMessages: ChatMessagesService,
    private readonly erasing: ChatErasingService,
    private readonly events: ConversationEventsRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param showsTakenBack whether the reader sees the replies that were taken back: no model and no chat agent does
   * @returns a `MessagesDto` as JSON
   * @throws AppError `not_found`; `invalid_request` for two places at once
   */
  async list(id: string, query: MessagesQueryDto, showsTakenBack: boolean): Promise<JsonText> {
    demandOnePlace(query);
    const chat_id = found(await this.conversations.findChatId(id), 'conversation');
    const { items, next_before, next_after, ...window } = found(
      await this.chatMessages.window(chat_id, query, showsTakenBack),
      'message',
    );
    const events = await this.events.listWithin(id, window);
    return jsonObject({
      items,
      events: JSON.stringify(events) as JsonText,
      next_before: toJsonText(next_before),
      next_after: toJsonText(next_after),
    });
  }

  /**
   * Stores a reply of the team, which the chat agent gets with its next ping. With `force` it also takes the
   * conversation from a colleague.
   * @param key of the `Idempotency-Key`: a retry stores the reply once
   * @returns a `ConversationMessageDto` as JSON
   * @throws AppError `not_found`, `not_taken_over`, `taken_by`, `idempotency_key_reused`, `overloaded`
   */
  async reply(
    id: string,
    { text, force = false }: ReplyDto,
    actor: KnownActor,
    key: string | null,
  ): Promise<MessageRow & { is_new: boolean }> {
    const request_key = key === null ? null : `${actor.caller.id} ${key}`;
    let reply: (MessageRow & { is_new: boolean }) | undefined;
    const holder = force ? userOf(actor) : null;
    const changed = await this.conversations.changeAfterMemory(id, holder, async (present) => {
      const { chat_id } = present;
      // First of all: a retry gets its first answer, whatever happened to the conversation since.
      const known = request_key === null ? null : await this.chatMessages.findRequested(chat_id, request_key);
      if (known === 'erased')
        throw new AppError(
          'idempotency_key_reused',
          'The reply that was sent with this Idempotency-Key was erased.',
        );
      if (known !== null) {
        reply = { ...sameReply(known, text), is_new: false };
        return null;
      }
      if (present.status !== 'human') {
        throw new AppError('not_taken_over', 'Take the conversation over before you answer.');
      }
      refuseHeldByColleague(present, actor, force);
      const now = this.clock.now();
      const author = authorOf(actor);
      const stored = await this.chatMessages.storeReply({
        chat_id,
        text,
        timestamp: now,
        author,
        request_key,
      });
      reply = { ...stored, is_new: true };
      return this.replied(present, { id: Number(stored.id), text, now, force }, actor);
    });
    found(changed, 'conversation');
    return found(reply ?? null, 'conversation');
  }

  /**
   * Takes back a reply that has not reached the customer, or erases a message that came by a ping.
   * @param force whether to do it in a colleague's conversation; left out: only a reply is taken back there
   * @returns what is not sure about a reply that the agent was sending; else null
   * @throws AppError `not_found`, `taken_by`, `already_delivered`, `forbidden` for a key that would erase, `overloaded`
   */
  async remove(
    id: string,
    message_id: number,
    force: boolean | undefined,
    actor: KnownActor,
  ): Promise<TakenBackReplyDto | null> {
    const chat_id = found(await this.conversations.findChatId(id), 'conversation');
    if (!(await this.chatMessages.isReported(chat_id, message_id)))
      return this.takeBack(id, message_id, force ?? true, actor);
    await this.erase(id, message_id, force ?? false, actor);
    return null;
  }

  private async erase(id: string, message_id: number, force: boolean, actor: KnownActor): Promise<void> {
    if (actor.caller.kind !== 'user')
      throw new AppError('forbidden', 'A message is erased by a person: keys take back replies alone.');
    await this.conversations.changeConversation(id, null, (present) => {
      refuseHeldByColleague(present, actor, force);
      return null;
    });
    const audit = this.audit.eventOf(actor, {
      action: 'conversation.message_erased',
      object: `conversation:${id}`,
      details: { message_id },
    });
    const { caller } = actor;
    const line = { kind: 'message_erased', by_id: caller.id, by_name: caller.name } as const;
    const { count } = await this.erasing.erase({ id: message_id }, { line, audit });
    found(count || null, 'message');
  }

  private async takeBack(
    id: string,
    message_id: number,
    force: boolean,
    actor: KnownActor,
  ): Promise<TakenBackReplyDto | null> {
    let mayHaveBeenSent = false;
    const changed = await this.conversations.changeAfterMemory(id, null, async (present) => {
      refuseHeldByColleague(present, actor, force);
      const { chat_id } = present;
      const taken = await this.chatMessages.takeBackReply(chat_id, message_id);
      if (taken === null) {
        found(await this.chatMessages.isReply(chat_id, message_id), 'reply');
        throw new AppError('already_delivered', 'The customer has got this reply: it cannot be taken back.');
      }
      mayHaveBeenSent = taken.may_have_been_sent;
      const set = await lastStanding(present, this.chatMessages);
      const event = this.audit.eventOf(actor, {
        action: 'conversation.reply_taken_back',
        object: `conversation:${id}`,
        details: { message_id },
      });
      const linesOf = () => [{ kind: 'reply_taken_back' as const, by: eventAuthor(actor) }];
      return { set, event, announces: REPLY_EVENTS, linesOf };
    });
    found(changed, 'conversation');
    return mayHaveBeenSent ? { may_have_been_sent: true } : null;
  }

  private replied(
    present: PresentConversation,
    { id, text, now, force }: { id: number; text: string; now: Date; force: boolean },
    actor: KnownActor,
  ): ConversationChange {
    const event = this.audit.eventOf(actor, {
      action: 'conversation.replied',
      object: `conversation:${present.id}`,
      details: { message_id: id },
    });
    const last = { ...lastMessageOf(present, id, text, now), unanswered_since: null };
    const holder = heldBy(actor, now);
    const isTaken = force && holder.assigned_to !== undefined && holder.assigned_to !== present.assigned_to;
    if (!isTaken) return { set: last, event, announces: REPLY_EVENTS };
    const details = { before_name: present.assignee?.name ?? null };
    const linesOf = () => [{ kind: 'taken_over' as const, details, by: eventAuthor(actor) }];
    return { set: { ...last, ...holder }, event, announces: REPLY_EVENTS, linesOf };
  }
}

/** @throws AppError `invalid_request` */
function demandOnePlace({ before, around, after }: MessagesQueryDto): void {
  const given = Object.entries({ before, around, after }).filter(([, place]) => place !== undefined);
  if (given.length < 2) return;
  const message = 'Only one of before, around and after can be sent.';
  throw invalidRequest(given.slice(1).map(([field]) => ({ field, code: 'not_allowed', message })));
}

/** @throws AppError `idempotency_key_reused` */
function sameReply({ id, row, message }: RequestedReply, text: string): MessageRow {
  if (message === text) return { id, row };
  throw new AppError('idempotency_key_reused', 'Another reply was sent with this Idempotency-Key.');
}

/** The author; an integrator's key has a name but no user id. */
function authorOf({ caller }: KnownActor): { id: string | null; name: string } {
  return { id: caller.kind === 'user' ? caller.id : null, name: caller.name };
}
