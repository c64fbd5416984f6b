import { Injectable } from '@nestjs/common';
import type { PingDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { Client } from '../../clients/client.entity';
import { ClientsService } from '../../clients/clients.service';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { EventsService } from '../../events/events.service';
import {
  ChatMessagesService,
  type CatchUp,
  type HandedOut,
  type NewMessage,
} from '../../memory/chats/chat-messages.service';
import { ChatErasingService, type ReportedMessage } from '../../memory/chats/erasing/chat-erasing.service';
import type { KeyCaller } from '../../platform/access/caller';
import { AppError } from '../../platform/errors/app-error';
import { jsonObject, toJsonText, withWarnings, type JsonText } from '../../platform/http/json-text';
import { Bus } from '../../shared/bus/bus';
import { newId } from '../../shared/new-id';
import { ChatNumbersRepository } from '../counts/chat-numbers.repository';
import { PingReaderService, type ReadMessage, type ReadPing } from './ping-reader.service';
import {
  PingsRepository,
  type ChangedConversation,
  type PingChange,
  type PingedConversation,
} from './pings.repository';
import { CHAT_BEGINS } from '../public';
import { HandedOutRepliesService } from '../reminders/handed-out-replies.service';
import { reminderWish } from './reminder-wish';
import { WaysBackService } from './ways-back.service';

/** The fields that decide whether the chat agent may answer. */
type Held = Pick<PingedConversation, 'status' | 'takeovers' | 'taken_over_at'>;

/** The id of a ping's message, or why it is not stored. */
interface Stored {
  id: number | null;
  refusal: AppError | null;
  /** Whether it was erased, or is erased by this ping. */
  is_erased?: true;
}

const NOTHING: Stored = { id: null, refusal: null };
const NO_REPLIES: HandedOut = { replies: [], handed: new Set() };
const ERASED: Stored = { id: null, refusal: null, is_erased: true };

/**
 * Handles pings of the chat agent. A ping writes the memory first and then the panel. Each step can be repeated, and
 * the panel adopts whatever it finds in the memory; ADR 13 says why that is enough.
 */
@Injectable()
export class PingsService {
  constructor(
    private readonly reader: PingReaderService,
    private readonly pings: PingsRepository,
    private readonly messages: ChatMessagesService,
    private readonly replies: HandedOutRepliesService,
    private readonly erasing: ChatErasingService,
    private readonly ways: WaysBackService,
    private readonly events: EventsService,
    private readonly clients: ClientContactsService,
    private readonly people: ClientsService,
    private readonly audit: AuditService,
    private readonly numbers: ChatNumbersRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * @param channel the channel whose replies are requested; null: all. A channel named by a model is only a word
   * @returns a `PingResultDto` as JSON
   * @throws AppError `invalid_request`; `agent_disabled` and `human_takeover`, after all but the message is stored
   */
  async take(request: PingDto, caller: KeyCaller, channel?: string | null): Promise<JsonText> {
    const ping = await this.reader.read(request, caller);
    return this.takeRead(ping, caller, channel === undefined ? ping.channel : channel);
  }

  private async takeRead(ping: ReadPing, caller: KeyCaller, channel: string | null): Promise<JsonText> {
    const { chat_id, now } = ping;
    const before = await this.pings.findByChat(chat_id);
    if (before === null) await this.bus.tell(CHAT_BEGINS, { chat_id });
    const { id: message_id, refusal, is_erased } = await this.takeMessage(ping, before);
    const confirmed = await this.confirm(ping, before, caller);
    // A repeat from before an erasure brings nothing back.
    if (is_erased && before === null)
      return answerOf(ping, { id: null, created: false, status: 'open' }, ERASED, []);
    const changed = await this.change(ping, before, message_id);
    // Erased meanwhile, for what the ping found: it comes afterwards.
    if (changed === null) return this.takeRead(ping, caller, channel);
    const { chat, after } = changed;
    await this.noteNumber(ping, before);
    const isHere = await this.ways.leadTo(chat.way_back, { caller, channel });
    // Who has just asked for no more reminders gets none with the answer.
    const due =
      wishOf(ping) === 'stop' ? chat.waiting.filter((one) => one.reminder_key === null) : chat.waiting;
    const { replies, handed } = isHere && refusal === null ? await this.replies.handOut(due) : NO_REPLIES;
    this.announce(ping, before, after, confirmed + handed.size > 0);
    // Not a message that is sent again, or that is older than the last one.
    if (after.client_id !== null && isFromCustomer(ping) && after.shown !== before?.shown) {
      await this.clients.noteActivity(after.client_id, now);
      await this.heedWish(ping, after.client_id, caller);
    }
    if (refusal !== null) throw refusal;
    return answerOf(ping, after, { id: message_id, is_erased }, replies);
  }

  /** STOP and START as a whole message end and begin reminders in chats, for the client that the chat is tied to. */
  private async heedWish(ping: ReadPing, client_id: string, caller: KeyCaller): Promise<void> {
    const wish = wishOf(ping);
    if (wish === null) return;
    const editor = ({ no_reminders }: Client) => {
      const others = no_reminders.filter((way) => way !== 'chat');
      return { no_reminders: wish === 'stop' ? ['chat' as const, ...others] : others };
    };
    await this.people.edit(client_id, editor, { caller, ip: null });
  }

  /** Notes what the customer has got. Of what was erased meanwhile the audit says that it was delivered. */
  private async confirm(
    { chat_id, delivered, now }: ReadPing,
    conversation: PingedConversation | null,
    caller: KeyCaller,
  ): Promise<number> {
    const confirmed = await this.messages.confirm(chat_id, delivered, now);
    if (confirmed === delivered.length || conversation === null) return confirmed;
    const erased = await this.erasing.confirm(chat_id, delivered, (ids) => ({
      line: { kind: 'erased_reply_delivered', by_id: null, by_name: caller.name },
      audit: this.audit.eventOf(
        { caller, ip: null },
        {
          action: 'conversation.erased_reply_delivered',
          object: `conversation:${conversation.id}`,
          details: { message_ids: ids.join(',') },
        },
      ),
    }));
    return confirmed + erased;
  }

  /** Another number than the one before may be that of another customer: then the two are counted. */
  private async noteNumber(
    { chat_id, contact_phone: number, now }: ReadPing,
    before: PingedConversation | null,
  ): Promise<void> {
    const known = before?.contact_phone ?? null;
    if (number === null || known === null || number === known) return;
    const given = [
      { number: known, at: before?.agent_last_seen_at ?? now },
      { number, at: now },
    ];
    await this.numbers.note(chat_id, given);
  }

  private async takeMessage(ping: ReadPing, held: Held | null): Promise<Stored> {
    if (ping.deleted !== null) return this.delete(ping.deleted);
    return ping.message === null ? Promise.resolve(NOTHING) : this.store(ping.message, ping, held);
  }

  /** What its author takes back is erased; an id that is not known yet is not stored when it comes. */
  private async delete(deleted: ReportedMessage): Promise<Stored> {
    const line = { kind: 'message_deleted_by_author', by_id: null, by_name: null } as const;
    const { isOfAnother } = await this.erasing.erase(deleted, { line, audit: null });
    return isOfAnother ? NOTHING : ERASED;
  }

  /**
   * Writes what stands in the chat into the conversation. Where messages are erased meanwhile, the chat is read again.
   * @returns null if the conversation was erased
   */
  private async change(ping: ReadPing, before: PingedConversation | null, message_id: number | null) {
    for (;;) {
      const chat = await this.messages.catchUp(ping.chat_id, before?.received_to ?? 0);
      const change = changeBy(ping, before, isAnswer(ping, message_id, chat));
      const after = await this.pings.change(change, chat);
      if (after !== null) return { chat, after };
      const present = await this.pings.findByChat(ping.chat_id);
      if (present === null) return null;
      // The memory may have been restored from before an erasure that the conversation knows of.
      await this.erasing.noteFollowed(ping.chat_id, present.erased_to);
    }
  }

  /** Stores the parts of a message in order; known parts change nothing. */
  private async store({ parts, is_dated }: ReadMessage, ping: ReadPing, held: Held | null): Promise<Stored> {
    const [first, ...others] = parts;
    if (first === undefined) return NOTHING;
    const stored = await this.storePart(first, is_dated, ping, held);
    for (const part of others) await this.storePart(part, is_dated, ping, held);
    return stored;
  }

  private async storePart(
    message: NewMessage,
    is_dated: boolean,
    ping: ReadPing,
    conversation: Held | null,
  ): Promise<Stored> {
    const { chat_id, role } = message;
    const isLate = is_dated && conversation !== null && isFromBefore(message, conversation);
    const refusal = isLate ? null : refusalOf(role, ping, conversation);
    if (refusal !== null) {
      const known = await this.messages.findStored(message);
      if (known === 'erased') return ERASED;
      return known === null ? { id: null, refusal } : { id: known, refusal: null };
    }
    const takeovers = role !== 'user' && !isLate ? (conversation?.takeovers ?? 0) : null;
    const id = await this.messages.storeOnce(message, takeovers);
    if (id === 'erased') return ERASED;
    if (id !== null) return { id, refusal: null };
    return this.storePart(message, is_dated, ping, await this.settle(chat_id));
  }

  /** The conversation after a started take-over is completed or discarded. */
  private async settle(chat_id: string): Promise<Held> {
    const takeovers = await this.messages.countTakeovers(chat_id);
    await this.pings.settleTakeovers(chat_id, takeovers);
    return (await this.pings.findByChat(chat_id)) ?? { status: 'open', takeovers, taken_over_at: null };
  }

  private announce(
    ping: ReadPing,
    before: PingedConversation | null,
    after: ChangedConversation,
    areRepliesChanged: boolean,
  ): void {
    const isShown = after.shown !== before?.shown;
    if (isShown && isFromCustomer(ping) && after.client_id !== null)
      this.events.announce('client.updated', after.client_id);
    if (isShown || areRepliesChanged) this.events.announce('conversation.updated', after.id);
  }
}

/** Why a message is refused; null if it is not. A customer's message never is. */
function refusalOf(
  role: NewMessage['role'],
  { is_agent_enabled }: ReadPing,
  conversation: Held | null,
): AppError | null {
  if (role === 'user') return null;
  if (role === 'assistant' && !is_agent_enabled)
    return new AppError('agent_disabled', 'The chat agent is switched off.');
  if (conversation?.status !== 'human') return null;
  return new AppError('human_takeover', 'A person has taken this conversation over: do not answer.');
}

/** Messages that the agent sent before a take-over are stored. Voice platforms report them after the call. */
function isFromBefore({ timestamp }: NewMessage, { status, taken_over_at }: Held): boolean {
  return status === 'human' && taken_over_at !== null && timestamp < taken_over_at;
}

function isFromCustomer({ message }: ReadPing): boolean {
  return message?.parts[0]?.role === 'user';
}

/** Whether the message is the last word of the agent. An older message that is reported again answers nobody. */
function isAnswer({ message }: ReadPing, message_id: number | null, { newest }: CatchUp): boolean {
  const isOfAgent = message?.parts[0]?.role === 'assistant';
  return isOfAgent && message_id !== null && Number(newest?.id) === message_id;
}

const NUMBER = /^\+\d+$/;

/** The chat's new number; null: unchanged. Text that is not a number never replaces a number. */
function numberAfter(
  { contact_phone, chat_phone }: ReadPing,
  before: PingedConversation | null,
): string | null {
  const known = before?.contact_phone ?? null;
  if (contact_phone === null) return known === null ? chat_phone : null;
  return known !== null && NUMBER.test(known) && !NUMBER.test(contact_phone) ? null : contact_phone;
}

function changeBy(ping: ReadPing, before: PingedConversation | null, has_answer: boolean): PingChange {
  const contact_phone = numberAfter(ping, before);
  const phone_to_link =
    before?.is_link_settled === true ? null : (contact_phone ?? before?.contact_phone ?? null);
  return {
    ...ping,
    id: newId(ping.now),
    contact_phone,
    phone_to_link,
    has_answer,
    is_first: before === null,
  };
}

function wishOf({ message }: ReadPing): ReturnType<typeof reminderWish> {
  const [first, ...more] = message?.parts ?? [];
  return first?.role === 'user' && more.length === 0 ? reminderWish(first.text) : null;
}

/** A `PingResultDto`. */
function answerOf(
  { message, team, warnings }: ReadPing,
  { id, created, status }: Pick<ChangedConversation, 'created' | 'status'> & { id: string | null },
  stored: Pick<Stored, 'id' | 'is_erased'>,
  replies: HandedOut['replies'],
): JsonText {
  const answer = jsonObject({
    conversation_id: toJsonText(id),
    message_id: toJsonText(stored.id),
    created: toJsonText(created),
    status: toJsonText(status),
    takeover: toJsonText(status === 'human'),
    ...(stored.is_erased && { known: toJsonText('erased') }),
    deliver: `[${replies.map(({ row }) => row).join(',')}]` as JsonText,
    // The customer would read the answer before what the team wrote.
    ...(replies.length > 0 && message?.parts[0]?.role === 'assistant' && { deliver_first: toJsonText(true) }),
    team: JSON.stringify(team) as JsonText,
  });
  return withWarnings(answer, warnings);
}
