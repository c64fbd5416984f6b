import {
  CLIENT_STATUSES,
  LIMITS,
  REMINDER_WAYS,
  type ClientFieldsDto,
  type ClientStatus,
  type CreateClientDto,
  type OtherPhoneFieldsDto,
  type PatchClientDto,
  type ReminderWay,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { EmailAddress, Flag, NameText, OneOf, Text } from '../../platform/validation/fields';
import { OutsideIds } from '../../platform/validation/outside-id';
import { LanguageTag } from '../../platform/validation/locale-fields';
import { ChoiceList, TextList } from '../../platform/validation/list-fields';
import { ListOf } from '../../platform/validation/object-fields';

class OtherPhoneRequest implements OtherPhoneFieldsDto {
  @Text({ min: 1, ...LIMITS.phone, description: 'As people write it.', example: '(212) 555-0124' })
  phone: string;

  @Text({ optional: true, ...LIMITS.phone_label, description: 'Whose or which it is.', example: 'Mother' })
  label?: string;
}

class ClientFields implements ClientFieldsDto {
  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.phone,
    description:
      'As people write it; stored in E.164 form. Without a country code it is of the `phone_region`; while there is none, it ' +
      'becomes `phone_as_given`, with the warning `phone_country_unknown`. `tel:` and words ' +
      'beside the number are taken off; an extension becomes `extension`, a second number one of `other_phones`.',
    example: '(212) 555-0123',
  })
  phone?: string | null;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.phone_extension,
    description: 'The digits to dial after the phone. Nobody is found by them.',
    example: '22',
  })
  extension?: string | null;

  @ListOf(() => OtherPhoneRequest, {
    optional: true,
    max: LIMITS.other_phones,
    description: 'Further numbers of the client, all of them: they replace those that are stored.',
  })
  other_phones?: OtherPhoneRequest[];

  @EmailAddress({ optional: true, nullable: true, example: 'jana@example.com' })
  email?: string | null;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.phone,
    description:
      'A number that is another client’s, for calls to this one: nobody is found by it. Sent as `phone`, it becomes the client’s own.',
    example: '(212) 555-0124',
  })
  shared_phone?: string | null;

  @EmailAddress({
    optional: true,
    nullable: true,
    description: 'The same of an email.',
    example: 'jana@example.com',
  })
  shared_email?: string | null;

  @LanguageTag({
    optional: true,
    nullable: true,
    description: 'In which mails are written; null: that of the business.',
    example: 'de-AT',
  })
  language?: string | null;

  @ChoiceList({
    optional: true,
    least: 0,
    values: REMINDER_WAYS,
    description: 'By which ways the client wants no reminders; of all else it is told.',
    example: ['mail'],
  })
  no_reminders?: ReminderWay[];

  @OutsideIds({
    optional: true,
    description:
      'Ids of the client in other systems, by names that these choose. All of them: they replace those that are stored.',
    example: { crm: 'C-1017' },
  })
  external_ids?: Record<string, string>;

  @Text({ optional: true, ...LIMITS.company, example: 'Novák & Daughters' })
  company?: string;

  @OneOf({ optional: true, values: CLIENT_STATUSES, description: '`active` at first.', example: 'active' })
  status?: ClientStatus;

  @TextList({ optional: true, ...LIMITS.tag, most: LIMITS.tags, example: ['vip'] })
  tags?: string[];

  @Text({ optional: true, ...LIMITS.description, example: 'Prefers mornings.' })
  notes?: string;

  @Flag({
    optional: true,
    description: 'Whether another client may have the same phone or email.',
    example: false,
  })
  allow_duplicate?: boolean;
}

export class CreateClientRequest extends ClientFields implements CreateClientDto {
  @NameText({ ...LIMITS.client_name, example: 'Jana Nováková' })
  name: string;
}

export class PatchClientRequest extends ClientFields implements PatchClientDto {
  @NameText({ optional: true, ...LIMITS.client_name, example: 'Jana Nováková' })
  name?: string;
}

true satisfies SameShape<CreateClientRequest, CreateClientDto>;
true satisfies SameShape<PatchClientRequest, PatchClientDto>;
