import { Injectable } from '@nestjs/common';
import type { PingDto } from '@groupless/shared-dto';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { EventsService } from '../../events/events.service';
import { ChatMessagesService } from '../../memory/chats/chat-messages.service';
import { AppError } from '../../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../shared/http/json-text';
import { newId } from '../../shared/new-id';
import { PingReaderService, type ReadMessage, type ReadPing } from './ping-reader.service';
import { PingsRepository, type PingedConversation } from './pings.repository';

/** What decides whether the chat agent may answer. */
type Held = Pick<PingedConversation, 'status' | 'takeovers'>;

/**
 * What the chat agent tells. A ping writes the memory first and the panel then; each step can be repeated, and
 * the panel takes over whatever it finds in the memory: docs/adr/0013 says why that is enough.
 */
@Injectable()
export class PingsService {
  constructor(
    private readonly reader: PingReaderService,
    private readonly pings: PingsRepository,
    private readonly messages: ChatMessagesService,
    private readonly events: EventsService,
    private readonly clients: ClientContactsService,
  ) {}

  /**
   * @returns a `PingResultDto` as JSON
   * @throws AppError `invalid_request`, `agent_disabled`, `human_takeover`
   */
  async take(request: PingDto): Promise<JsonText> {
    const ping = await this.reader.read(request);
    const { chat_id, message, delivered, now } = ping;
    const before = await this.pings.findByChat(chat_id);
    const message_id = message === null ? null : await this.store(message, ping, before);
    const chat = await this.messages.catchUp(chat_id, before?.received_to ?? 0, delivered, now);
    const change = { ...ping, id: newId(now), phone_to_link: phoneToLink(ping, before) };
    const after = await this.pings.change(change, chat);
    const isShown = after.shown !== before?.shown;
    if (isShown && message?.role === 'user' && after.client_id !== null) {
      await this.clients.noteActivity(after.client_id, now);
      this.events.announce('client.updated', after.client_id);
    }
    if (isShown || chat.confirmed > 0) this.events.announce('conversation.updated', after.id);
    return jsonObject({
      conversation_id: toJsonText(after.id),
      message_id: toJsonText(message_id),
      created: toJsonText(after.created),
      status: toJsonText(after.status),
      takeover: toJsonText(after.status === 'human'),
      deliver: chat.deliver,
    });
  }

  /** The id of the message, which is stored unless it is known already. */
  private async store(message: ReadMessage, ping: ReadPing, conversation: Held | null): Promise<number> {
    const { chat_id, role, external_id } = message;
    const refusal = role === 'assistant' ? refusalOf(ping, conversation) : null;
    if (refusal !== null) {
      const known = await this.messages.findStored(chat_id, external_id);
      if (known === null) throw refusal;
      return known;
    }
    const takeovers = role === 'assistant' ? (conversation?.takeovers ?? 0) : null;
    const id = await this.messages.storeOnce(message, takeovers);
    return id ?? this.store(message, ping, await this.settle(chat_id));
  }

  /** How a conversation stands once a take-over that was begun is either complete or given up. */
  private async settle(chat_id: string): Promise<Held> {
    const takeovers = await this.messages.countTakeovers(chat_id);
    await this.pings.settleTakeovers(chat_id, takeovers);
    return (await this.pings.findByChat(chat_id)) ?? { status: 'open', takeovers };
  }
}

/** Why the chat agent may not write; null if it may. */
function refusalOf({ is_agent_enabled }: ReadPing, conversation: Held | null): AppError | null {
  if (!is_agent_enabled) return new AppError('agent_disabled', 'The chat agent is switched off.');
  if (conversation?.status !== 'human') return null;
  return new AppError('human_takeover', 'A person has taken this conversation over: do not answer.');
}

function phoneToLink({ contact_phone }: ReadPing, before: PingedConversation | null): string | null {
  return before?.is_link_settled === true ? null : (contact_phone ?? before?.contact_phone ?? null);
}
