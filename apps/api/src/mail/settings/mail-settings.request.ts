import {
  LIMITS,
  MAIL_TLS,
  type MailSendsDto,
  type MailServerDto,
  type MailSource,
  type MailTls,
  type QuietHoursDto,
  type ReplaceMailSettingsDto,
  type TestMailDto,
} from '@groupless/shared-dto';
import { isSender } from '../../platform/addresses/sender-address';
import { Holds, fault } from '../../platform/validation/field';
import type { SameShape } from '../../platform/docs/same-shape';
import { EmailAddress, Flag, Integer, OneOf, Text } from '../../platform/validation/fields';
import { IntegerList } from '../../platform/validation/list-fields';
import { ObjectOf } from '../../platform/validation/object-fields';
import { TimeOfDay } from '../../platform/validation/times/time-of-day';

class MailServer implements MailServerDto {
  @Text({ ...LIMITS.mail_host, description: 'Empty: there is none.', example: 'mail.example.com' })
  host: string;

  @Integer({ min: 1, max: 65_535, example: 587 })
  port: number;

  @OneOf({
    values: MAIL_TLS,
    description: '`starttls` and `tls` demand a valid certificate.',
    example: 'starttls',
  })
  tls: MailTls;

  @Text({
    ...LIMITS.mail_user,
    description: 'Empty: the server asks for no log-in.',
    example: 'mail@example.com',
  })
  user: string;
}

const SENDS: Record<keyof MailSendsDto, string> = {
  invitation: 'The link for a new user.',
  security: 'Notices to users about their own account.',
  requested: 'To the client: an appointment was asked for and waits for a confirmation.',
  booked: 'To the client: an appointment was made.',
  confirmed: 'To the client: it was confirmed.',
  declined: 'To the client: the team cancelled it before it was confirmed.',
  moved: 'To the client: it has another time, or is with somebody else.',
  cancelled:
    'To the client: it was cancelled, deleted or given to somebody else; and that a cancellation no longer counts.',
  reminder: 'To the client, before a confirmed one begins.',
};

/** Of a request: what is left out stays as it is. */
const Sent = (kind: keyof MailSendsDto) =>
  Flag({ optional: true, description: SENDS[kind], example: kind === 'invitation' || kind === 'security' });

class MailSendsRequest implements Partial<MailSendsDto> {
  @Sent('invitation') invitation?: boolean;
  @Sent('security') security?: boolean;
  @Sent('requested') requested?: boolean;
  @Sent('booked') booked?: boolean;
  @Sent('confirmed') confirmed?: boolean;
  @Sent('declined') declined?: boolean;
  @Sent('moved') moved?: boolean;
  @Sent('cancelled') cancelled?: boolean;
  @Sent('reminder') reminder?: boolean;
}

class QuietHours implements QuietHoursDto {
  @TimeOfDay({ latest: '23:59', example: '21:00' }) from: string;
  @TimeOfDay({ latest: '23:59', example: '08:00' }) to: string;
}

class MailSettingsFields {
  @Flag({ description: 'Whether mail is sent.', example: false })
  enabled: boolean;

  // Of two decorators the lower one is checked first.
  @Holds('isSender', isSender, fault('invalid_format', 'must be one address, as in Salon <mail@example.com>'))
  @Text({
    ...LIMITS.mail_from,
    description: 'An address, perhaps with a name before it. Empty: there is none.',
    example: 'Salon <mail@example.com>',
  })
  from: string;

  @EmailAddress({
    nullable: true,
    description: 'Where answers go; null: to `from`.',
    example: 'desk@example.com',
  })
  reply_to: string | null;

  @ObjectOf(() => MailServer, { description: 'Where mail is handed over.' })
  server: MailServer;

  @IntegerList({
    ...LIMITS.reminder_hours,
    description: 'How many hours before an appointment its reminders leave.',
    example: [24],
  })
  reminder_hours: number[];

  @ObjectOf(() => QuietHours, {
    nullable: true,
    example: { from: '21:00', to: '08:00' },
    description: 'When no reminder leaves, in the time zone of the business. It leaves at the end of them.',
  })
  quiet: QuietHours | null;

  @Flag({
    description:
      'Whether reminders also go into the chat of a booking, as messages of `deliver`. That needs no mail server.',
    example: false,
  })
  chat_reminders: boolean;
}

export class ReplaceMailSettingsRequest extends MailSettingsFields implements ReplaceMailSettingsDto {
  @ObjectOf(() => MailSendsRequest, {
    description: 'What is sent; what is left out stays as it is. A link for a forgotten password always is.',
  })
  sends: MailSendsRequest;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.mail_password,
    description: 'Is never shown again. Null: none any more; left out: the stored one stays.',
    example: 'correct horse battery staple',
  })
  password?: string | null;

  @Flag({ optional: true, description: 'Of the answer; without effect.', example: true })
  has_password?: boolean;

  @OneOf({
    optional: true,
    values: ['settings', 'environment'],
    example: 'settings',
    description: 'Of the answer; without effect.',
  })
  source?: MailSource;
}

export class TestMailRequest implements TestMailDto {
  @EmailAddress({ example: 'me@example.com' })
  to: string;
}

true satisfies SameShape<ReplaceMailSettingsRequest, ReplaceMailSettingsDto>;
true satisfies SameShape<TestMailRequest, TestMailDto>;
