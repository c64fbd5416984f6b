import {
  LIMITS,
  MESSAGE_ROLES,
  type MessageRole,
  type PingContactDto,
  type PingDto,
  type PingMessageDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { Flag, OneOf, Text } from '../../shared/validation/fields';
import { RowIds } from '../../shared/validation/row-id-fields';
import { ObjectOf } from '../../shared/validation/object-fields';
import { InstantOrLocal } from '../../shared/validation/time-fields';

export class PingMessageRequest implements PingMessageDto {
  @Text({
    optional: true,
    ...LIMITS.outside_id,
    description:
      'Your own id of the message, unique within the chat: what is sent again with it is stored once. ' +
      'Without one, a ping that is sent again stores its message again.',
    example: 'wamid.HBgL',
  })
  external_id?: string;

  @OneOf({
    values: MESSAGE_ROLES,
    description: '`user` is the customer, `assistant` the chat agent.',
    example: 'user',
  })
  role: MessageRole;

  @Text({ ...LIMITS.chat_text, example: 'Are you open on Saturday?' })
  text: string;

  @InstantOrLocal({
    optional: true,
    description:
      'When it was written; without an offset it is read in the time zone of the settings. Default: now, which ' +
      'also stands for a time in the future.',
    example: '2026-11-20T09:30:00Z',
  })
  timestamp?: string;
}

export class PingContactRequest implements PingContactDto {
  @Text({ optional: true, ...LIMITS.contact_name, example: 'Jana Nováková' })
  name?: string;

  @Text({
    optional: true,
    ...LIMITS.contact_phone,
    description: 'Stored in E.164 form if it can be read as a number, else as it is.',
    example: '+12125550123',
  })
  phone?: string;
}

export class PingRequest implements PingDto {
  @Text({
    ...LIMITS.outside_id,
    description: 'The chat, as its platform names it.',
    example: '4915112345678',
  })
  chat_id: string;

  @Text({
    optional: true,
    ...LIMITS.word,
    description: 'By which way people write; `chat` at first.',
    example: 'chat',
  })
  channel?: string;

  @ObjectOf(() => PingMessageRequest, { optional: true, description: 'What somebody wrote.' })
  message?: PingMessageRequest;

  @ObjectOf(() => PingContactRequest, { optional: true, description: 'Who the customer is.' })
  contact?: PingContactRequest;

  @Flag({
    optional: true,
    description: 'True asks for a person; false changes nothing.',
    example: false,
  })
  needs_human?: boolean;

  @RowIds({
    optional: true,
    ...LIMITS.delivered,
    description: 'Ids from `deliver` that reached the customer; others are ignored.',
    example: [],
  })
  delivered?: number[];
}

true satisfies SameShape<PingMessageRequest, PingMessageDto>;
true satisfies SameShape<PingContactRequest, PingContactDto>;
true satisfies SameShape<PingRequest, PingDto>;
