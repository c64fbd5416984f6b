import {
  LIMITS,
  MESSAGE_ROLES,
  type MessageRole,
  type NewChatMessageDto,
  type StoreChatMessagesDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, Text } from '../../platform/validation/fields';
import { OutsideId } from '../../platform/validation/outside-id';
import { ListOf } from '../../platform/validation/object-fields';
import { Instant } from '../../platform/validation/times/time-fields';

const place = (example: string) => Text({ optional: true, ...LIMITS.session_place, example });

class NewChatMessageRequest implements NewChatMessageDto {
  @OutsideId({
    description: 'Your own id of the message, unique within the chat: what comes twice is stored once.',
    example: 'session-1:17',
  })
  external_id: string;

  @OneOf({ values: MESSAGE_ROLES, example: 'user' })
  role: MessageRole;

  @Text({ ...LIMITS.chat_text, example: 'Move the booking form to the new API.' })
  text: string;

  @Instant({
    optional: true,
    description: 'When it was written. Default: now; a time in the future is taken as now.',
    example: '2026-11-20T09:30:00Z',
  })
  timestamp?: string;
}

export class StoreChatMessagesRequest implements StoreChatMessagesDto {
  @ListOf(() => NewChatMessageRequest, {
    ...LIMITS.stored_messages,
    description: 'In their order.',
    example: [{ external_id: 'session-1:17', role: 'user', text: 'Move the booking form to the new API.' }],
  })
  messages: NewChatMessageRequest[];

  @Text({
    optional: true,
    ...LIMITS.outside_id,
    description: 'The assistant’s own id of its session.',
    example: 'session-1',
  })
  session_id?: string;

  @place('feature/cart') branch?: string;
  @place('1f3e5d7') head?: string;
  @place('laptop-of-ada') machine?: string;
}

true satisfies SameShape<StoreChatMessagesRequest, StoreChatMessagesDto>;
