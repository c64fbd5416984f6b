import {
  LIMITS,
  MESSAGE_ROLES,
  type MessageRole,
  type PingContactDto,
  type PingDto,
  type PingMessageDto,
} from '@groupless/shared-dto';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';
import type { SameShape } from '../../platform/docs/same-shape';
import { fault, type FieldOptions } from '../../platform/validation/field';
import { Flag, IsText, OneOf, Text } from '../../platform/validation/fields';
import { codePoints } from '../../platform/validation/lengths';
import { RowIds } from '../../platform/validation/row-id-fields';
import { OutsideId } from '../../platform/validation/outside-id';
import { ObjectOf } from '../../platform/validation/object-fields';
import { InstantOrLocal } from '../../platform/validation/times/time-fields';

/** A text of bounded length. A customer's text can have any length or be missing, because it must never be refused. */
function MessageText({
  description,
  example,
}: Pick<FieldOptions, 'description' | 'example'>): PropertyDecorator {
  const { min, max } = LIMITS.chat_text;
  const ofUser = ({ object }: ValidationArguments) => (object as PingMessageRequest).role === 'user';
  const rule = (name: string, holds: (text: unknown) => boolean, options: ValidationOptions) =>
    ValidateBy(
      { name, validator: { validate: (text, args) => (args !== undefined && ofUser(args)) || holds(text) } },
      options,
    );
  return applyDecorators(
    ApiProperty({ type: 'string', nullable: true, required: false, description, example }),
    ValidateIf(({ role, text, deleted }: PingMessageRequest) =>
      text !== undefined && text !== null ? true : role !== 'user' && deleted !== true,
    ),
    IsText(),
    rule('minLength', (text) => text !== '', fault('too_short', `must have ${min} to ${max} characters`)),
    rule(
      'maxLength',
      (text) => codePoints(text as string) <= max,
      fault('too_long', `must have ${min} to ${max} characters`),
    ),
  );
}

/** A field that is missing where a message is deleted. */
function UnlessDeleted(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required: false }),
    ValidateIf(({ deleted }: PingMessageRequest, value) => deleted !== true || value !== undefined),
  );
}

export class PingMessageRequest implements PingMessageDto {
  @Text({
    optional: true,
    max: LIMITS.outside_id.max,
    description:
      'Your own id of the message: the same text that is sent again with it is stored once, another text is stored ' +
      'as a correction. ' +
      'Without one, a ping that is sent again stores its message again; so it does with an unfilled placeholder.',
    example: 'wamid.HBgL',
  })
  external_id?: string;

  @UnlessDeleted()
  @OneOf({
    values: MESSAGE_ROLES,
    description:
      '`user` is the customer, `assistant` the chat agent, `operator` the staff of the platform: shown as reported by the ' +
      'key, not as the team’s. Required, but with `deleted`.',
    example: 'user',
  })
  role?: MessageRole;

  @MessageText({
    description:
      `At most ${LIMITS.chat_text.max} characters. What a customer wrote may be longer, which is stored in parts, or ` +
      'empty, as a photo without a caption is.',
    example: 'Are you open on Saturday?',
  })
  text?: string | null;

  @InstantOrLocal({
    optional: true,
    description:
      'When it was written; without an offset it is read in the time zone of the settings. Default: now, which ' +
      'also stands for a time in the future.',
    example: '2026-11-20T09:30:00Z',
  })
  timestamp?: string;

  @Flag({
    optional: true,
    description:
      'The author took it back: what this key reported under `external_id` is erased, and is not stored if it comes later. ' +
      'Without role, text and timestamp.',
    example: false,
  })
  deleted?: boolean;
}

export class PingContactRequest implements PingContactDto {
  @Text({ optional: true, ...LIMITS.contact_name, example: 'Jana Nováková' })
  name?: string;

  @Text({
    optional: true,
    ...LIMITS.contact_phone,
    description:
      'Stored in E.164 form if it can be read as a number, else as it is, with `warnings`. Of several the first is kept, and ' +
      '`warnings` say so.',
    example: '+12125550123',
  })
  phone?: string;
}

export class PingRequest implements PingDto {
  @OutsideId({
    description: 'The chat, as its platform names it. Not one that begins with `project:`.',
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
