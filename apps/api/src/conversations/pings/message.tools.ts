import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { PingDto, PingMessageDto, PingResultDto } from '@groupless/shared-dto';
import type { KeyActor } from '../../platform/access/caller';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { oneLine } from '../../shared/one-line';
import { asObject } from '../../shared/tools/from-json';
import { Tool, type ToolContext } from '../../shared/tools/tool';
import { isObject } from '../../platform/validation/pipe/to-instance';
import { newChatHandle } from '../chat-handles';
import { ConversationsService } from '../conversations.service';
import type { TakenMessages } from '@groupless/shared-dto/tool-answers';
import { TakeMessagesRequest, type ModelMessageRequest } from '../requests/conversation-tools.request';
import { PingsService } from './pings.service';

/** Pings as tools for models. */
@Injectable()
export class MessageTools {
  constructor(
    private readonly pings: PingsService,
    private readonly conversations: ConversationsService,
    private readonly clients: ClientContactsService,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  @Tool({
    name: 'take_messages',
    title: 'Take a message for the team',
    description:
      'Take a message for the team, and get what the team wrote for this customer (`deliver`: tell it to the customer ' +
      'word by word, then confirm its ids in `delivered`). Use it when somebody should call back, asks for a person, ' +
      'or says what you cannot settle. If `takeover` is true a person answers: say nothing more yourself. If ' +
      '`team.open` is false nobody is there: say when they are (`team.local_opens_at`), promise nothing sooner. If the ' +
      'answer has `chat`, send that with each later call of this conversation.',
    scopes: ['agent'],
    input: TakeMessagesRequest,
    fields: {
      chat: 'As the answer before had it; none yet: leave it out.',
      message: {
        text: 'What was said.',
        fields: {
          role: 'user: the customer’s words; assistant: yours.',
          text: 'The message, with all that the team needs.',
        },
      },
      contact: { text: 'Who the customer is.', fields: { name: '', phone: 'With its country code.' } },
      needs_human: 'true if a person should answer.',
      delivered: 'Ids of `deliver` that the customer has got.',
      channel: 'Such as whatsapp or chat. In a phone call leave it out.',
    },
    dropped: ['chat_id'],
    forms: { meant: { message: messageMeant } },
  })
  async take(
    { chat, contact, message, ...rest }: TakeMessagesRequest,
    { caller }: KeyActor,
    context: ToolContext,
  ): Promise<TakenMessages> {
    const chat_id =
      context.chat_id ?? (chat === undefined ? newChatHandle() : await this.conversations.chatOfHandle(chat));
    const { phone: told, ...person } = contact ?? {};
    const { phone_region } = await this.settings.current();
    const {
      contact: phone,
      note,
      warning,
    } = this.clients.hearCaller(told, context.caller_phone, { phone_region });
    const known = { ...person, ...phone };
    const said = messageOf(message, note, context);
    const ping: PingDto = {
      ...rest,
      ...(oneLine(rest.channel ?? '') === '' && context.is_call && { channel: 'phone' }),
      chat_id,
      ...(Object.keys(known).length > 0 && { contact: known }),
      ...(said !== undefined && { message: said }),
    };
    const answer = JSON.parse(await this.pings.take(ping, caller, null)) as PingResultDto;
    return {
      ...(context.chat_id === null && { chat: chat_id }),
      ...answer,
      ...(warning !== null && { warnings: [...(answer.warnings ?? []), warning] }),
    };
  }
}

/** A message without a role is the customer's; so is a text that is no JSON. */
function messageMeant(sent: unknown): unknown {
  const message = asObject(sent);
  if (typeof message === 'string') return { role: 'user', text: message };
  if (!isObject(message)) return message;
  return message['role'] === undefined || message['role'] === null ? { ...message, role: 'user' } : message;
}

/** The id is derived from the text and the platform's call id, which can repeat. */
function messageOf(
  message: ModelMessageRequest | undefined,
  also: string,
  { call_id }: ToolContext,
): PingMessageDto | undefined {
  if (message === undefined) return also === '' ? undefined : { role: 'user', text: also };
  const { role, text: said } = message;
  const text = [said ?? '', also].filter((part) => part !== '').join('\n');
  if (call_id === null) return { role, text };
  const digest = createHash('sha256')
    .update(JSON.stringify([call_id, role, text]))
    .digest('base64url');
  return { role, text, external_id: `call:${digest}` };
}
