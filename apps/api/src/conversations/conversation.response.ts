import { ApiProperty } from '@nestjs/swagger';
import {
  CLIENT_TIES,
  CONVERSATION_EVENT_KINDS,
  CONVERSATION_STATUSES,
  type AssigneeDto,
  type ChatDeliveriesDto,
  type ClientTie,
  type ConversationEventDto,
  type ConversationEventKind,
  type ConversationMessageDto,
  type ConversationDto,
  type ConversationStatus,
  type DeliverDto,
  type DeliveriesDto,
  type MessageAuthorDto,
  type MessagesDto,
  type PingResultDto,
  type TakenBackReplyDto,
  type TeamDto,
} from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';
import { MaybeTime, Time } from '../platform/docs/time-properties';

const Id = () => ApiProperty({ type: String, format: 'uuid' });
const MaybeText = (example: string | null, description?: string) =>
  ApiProperty({ type: String, nullable: true, example, ...(description && { description }) });
const Status = () => ApiProperty({ type: String, enum: CONVERSATION_STATUSES });

class AssigneeResponse implements AssigneeDto {
  @Id() id: string;
  @ApiProperty({ type: String, example: 'Eve Novak' }) name: string;
}

export class ConversationResponse implements ConversationDto {
  @Id() id: string;
  @ApiProperty({ type: String, example: '4915112345678' }) chat_id: string;
  @ApiProperty({ type: String, example: 'chat' }) channel: string;
  @MaybeText('Jana Nováková', 'The client’s name, else the contact’s, else the number.') name: string | null;
  @MaybeText('Jana') contact_name: string | null;
  @MaybeText('+12125550123', 'E.164 if it can be read as a number, else as it was sent.')
  contact_phone: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) client_id: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: CLIENT_TIES,
    description:
      'By what the client was tied. A person’s tie stays; the others follow the number of the chat.',
  })
  client_tied_by: ClientTie | null;
  @ApiProperty({
    type: AssigneeResponse,
    nullable: true,
    description: 'The client who has the chat’s number, where a person tied another one.',
  })
  number_client: AssigneeResponse | null;
  @Status() status: ConversationStatus;
  @ApiProperty({
    type: 'integer',
    description: 'The customer’s messages since it was last marked as read.',
  })
  unread_count: number;
  @MaybeTime() last_message_at: string | null;
  @MaybeText('Are you open on Saturday?', 'The first 200 characters.') last_message_preview: string | null;
  @MaybeText('user') last_message_role: string | null;
  @MaybeText(
    null,
    'The key that reported it as the team’s; null: it came from the panel, or is not the team’s.',
  )
  last_message_reported_by: string | null;
  @MaybeTime() agent_last_seen_at: string | null;
  @ApiProperty({ type: AssigneeResponse, nullable: true, description: 'Who looks after it.' })
  assigned_to: AssigneeResponse | null;
  @MaybeTime() assigned_at: string | null;
  @Time() created_at: string;
  @Time() updated_at: string;
}

export class ConversationsPage extends pageOf(ConversationResponse) {}

const Reminder = (description: string) =>
  ApiProperty({ type: String, enum: ['reminder'], required: false, description });

export class MessageAuthorResponse implements MessageAuthorDto {
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Null for a key.' })
  id: string | null;
  @ApiProperty({ type: String, example: 'Eve Novak' }) name: string;
}

export class ConversationMessageResponse implements ConversationMessageDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: String, example: 'operator' }) role: string;
  @ApiProperty({ type: String }) message: string;
  @Time() timestamp: string;
  @ApiProperty({ type: MessageAuthorResponse, nullable: true, description: 'Of a reply of the panel.' })
  author: MessageAuthorResponse | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the agent confirmed that the customer got the reply.',
  })
  delivered_at: string | null;
  @ApiProperty({
    type: Boolean,
    description:
      'Whether an agent has got a reply of the panel, and has not confirmed it: the customer may have it.',
  })
  sending: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When a reply was taken back. With `delivered_at` the customer got it all the same.',
  })
  taken_back_at: string | null;
  @ApiProperty({
    type: String,
    required: false,
    description:
      'The name of the key whose ping brought words of the role `operator`: they are not the team’s. Missing elsewhere.',
  })
  reported_by?: string;
  @MaybeText('whatsapp', 'By which way it was written, or should go; null where that was not told.')
  channel: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The message that this one corrects: its sender reported another text under the same id.',
  })
  edited_of: number | null;
  @Reminder('Of a reminder of an appointment, which nobody wrote. Missing elsewhere.') kind?: 'reminder';
}

export class TakenBackReplyResponse implements TakenBackReplyDto {
  @ApiProperty({ type: Boolean, enum: [true] }) may_have_been_sent: true;
}

class ConversationEventResponse implements ConversationEventDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @Time() at: string;
  @ApiProperty({ type: String, enum: CONVERSATION_EVENT_KINDS }) kind: ConversationEventKind;
  @ApiProperty({ type: MessageAuthorResponse, nullable: true, description: 'Null where no person did it.' })
  by: MessageAuthorResponse | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Names as they were then.',
    example: { client_name: 'Jana Nováková', before_name: null, tied_by: 'booking' },
  })
  details: ConversationEventDto['details'];
}

export class MessagesResponse implements MessagesDto {
  @ApiProperty({ type: [ConversationMessageResponse], description: 'Oldest first.' })
  items: ConversationMessageResponse[];

  @ApiProperty({
    type: [ConversationEventResponse],
    description: 'What was changed in the time of these messages, oldest first; at most 200.',
  })
  events: ConversationEventResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`before` for the window before this one; null at the beginning.',
  })
  next_before: number | null;
}

class DeliverResponse implements DeliverDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: String }) text: string;
  @Time() timestamp: string;
  @Reminder('A reminder of an appointment, which nobody wrote. Missing for a reply.') kind?: 'reminder';
}

class TeamResponse implements TeamDto {
  @ApiProperty({ type: Boolean, description: 'By the opening hours of the business and its closures.' })
  open: boolean;
  @MaybeTime() opens_at: string | null;
  @MaybeText('2026-11-30T09:00', 'By the clock of the business; null while it is open.')
  local_opens_at: string | null;
}

export class PingResponse implements PingResultDto {
  @Id() conversation_id: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the message that the ping brought.' })
  message_id: number | null;

  @ApiProperty({
    type: String,
    enum: ['erased'],
    required: false,
    description: 'The message was erased, or taken back by its author, and is not stored. Missing elsewhere.',
  })
  known?: 'erased';

  @ApiProperty({ type: Boolean, description: 'Whether this ping made the conversation.' })
  created: boolean;

  @Status() status: ConversationStatus;

  @ApiProperty({ type: Boolean, description: 'Whether a person has taken over: do not answer.' })
  takeover: boolean;

  @ApiProperty({
    type: [DeliverResponse],
    description: 'Replies that people wrote and no ping has confirmed yet, oldest first.',
  })
  deliver: DeliverResponse[];

  @ApiProperty({ type: TeamResponse, description: 'Whether people are there to answer.' })
  team: TeamResponse;

  @ApiProperty({ type: [String], required: false, description: 'What was taken as missing, and why.' })
  warnings?: string[];
}

class ChatDeliveriesResponse implements ChatDeliveriesDto {
  @ApiProperty({ type: String, example: '4915112345678' }) chat_id: string;
  @ApiProperty({ type: String, example: 'chat' }) channel: string;
  @Id() conversation_id: string;
  @ApiProperty({ type: Boolean, description: 'Whether a person has taken over: do not answer.' })
  takeover: boolean;
  @ApiProperty({ type: [DeliverResponse], description: 'Oldest first.' }) deliver: DeliverResponse[];
}

export class DeliveriesResponse implements DeliveriesDto {
  @ApiProperty({
    type: [ChatDeliveriesResponse],
    description:
      'The chats with replies that no ping has confirmed yet, the one that has waited longest first.',
  })
  items: ChatDeliveriesResponse[];
}

true satisfies SameShape<DeliveriesResponse, DeliveriesDto>;
true satisfies SameShape<ConversationEventResponse, ConversationEventDto>;
true satisfies SameShape<ConversationResponse, ConversationDto>;
true satisfies SameShape<ConversationMessageResponse, ConversationMessageDto>;
true satisfies SameShape<MessagesResponse, MessagesDto>;
true satisfies SameShape<PingResponse, PingResultDto>;
true satisfies SameShape<TakenBackReplyResponse, TakenBackReplyDto>;
