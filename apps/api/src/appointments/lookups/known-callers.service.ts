import { Injectable } from '@nestjs/common';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ConversationsService } from '../../conversations/conversations.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { ToolContext } from '../../shared/tools/tool';

/** A chat whose id is a phone number, as messaging platforms write it. */
const NUMBER_OF_CHAT = /^(?:whatsapp:|sms:|tel:)?\+\d{8,15}$|^\d{8,15}@(?:s\.whatsapp\.net|c\.us)$/;

/** The clients of a phone number. */
export interface OwnersOfPhone {
  ids: string[];
  /** Those who are called as the caller said. */
  named: string[];
}

/** Finds the clients that the person who talks to an agent is. */
@Injectable()
export class KnownCallersService {
  constructor(
    private readonly contacts: ClientContactsService,
    private readonly conversations: ConversationsService,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  /**
   * The clients of the number that the platform reports, or of a chat that a person has tied. Null: neither is known.
   * Automatic ties do not count, because a model may have been told that number.
   */
  async findVerified({ caller_phone, chat_id }: ToolContext): Promise<string[] | null> {
    const isNumber = chat_id !== null && NUMBER_OF_CHAT.test(chat_id);
    const phone = (await this.readPhone(caller_phone)) ?? (await this.readPhone(isNumber ? chat_id : null));
    if (phone !== null) return this.contacts.listIdsOfPhone(phone, null);
    const chat = chat_id === null ? null : await this.conversations.findStanding(chat_id);
    return chat?.is_client_chosen === true && chat.client_id !== null ? [chat.client_id] : null;
  }

  /** The client to whom the chat is tied now, by whatever; null if nobody. */
  async findTied(chat_id: string): Promise<string | null> {
    return (await this.conversations.findStanding(chat_id))?.client_id ?? null;
  }

  async findOwners(phone: string, name: string): Promise<OwnersOfPhone> {
    const [ids, named] = await Promise.all([
      this.contacts.listIdsOfPhone(phone, null),
      this.contacts.listIdsOfPhone(phone, name),
    ]);
    return { ids, named };
  }

  /** Whether two names that `sort_name()` folded have the same words. */
  isSameName(one: string, other: string): boolean {
    return this.contacts.isSameName(one, other);
  }

  /** In E.164 format; null if it is not a phone number. */
  async readPhone(text: string | null): Promise<string | null> {
    if (text === null) return null;
    const { phone_region } = await this.settings.current();
    return this.contacts.readAgentPhone(text, { phone_region });
  }
}
