import { ApiProperty } from '@nestjs/swagger';
import {
  CLIENT_SOURCES,
  CLIENT_STATUSES,
  CLIENT_WARNINGS,
  REMINDER_WAYS,
  type ClientDto,
  type ClientSource,
  type ClientStatus,
  type ClientWarningCode,
  type ClientWarningDto,
  type OtherPhoneDto,
  type ReminderWay,
  type SavedClientDto,
} from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';
import { Time } from '../platform/docs/time-properties';

class OtherPhoneResponse implements OtherPhoneDto {
  @ApiProperty({ type: String, example: '+12125550124', description: 'E.164.' }) phone: string;
  @ApiProperty({ type: String, example: 'Mother', description: 'Whose or which it is.' }) label: string;
}

export class ClientResponse implements ClientDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'Jana Nováková' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: '+12125550123', description: 'E.164.' })
  phone: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '0664 1234567',
    description:
      'Numbers without a country code that came while nobody had chosen `phone_region`, as they were given; several are joined ' +
      'by ` / `. They are shown, searched and exported, and nobody is known by them. `POST /clients/phones/read` reads them.',
  })
  phone_as_given: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '22',
    description: 'The digits to dial after the phone. Nobody is found by them.',
  })
  extension: string | null;

  @ApiProperty({
    type: [OtherPhoneResponse],
    description:
      'Calls and messages from these numbers are the client’s too. A merge adds those of the other client.',
  })
  other_phones: OtherPhoneResponse[];

  @ApiProperty({ type: String, nullable: true, example: 'jana@example.com' })
  email: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '550 5.1.1 No such mailbox',
    description:
      'What the mail server said when it refused the email for good. Another email, or a mail that arrives, takes it away.',
  })
  email_refused: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'de-AT',
    description: 'A BCP 47 tag: in which mails are written; null: that of the business.',
  })
  language: string | null;

  @ApiProperty({
    enum: REMINDER_WAYS,
    isArray: true,
    example: ['mail'],
    description: 'By which ways the client wants no reminders; of all else it is told.',
  })
  no_reminders: ReminderWay[];

  @ApiProperty({ type: String, description: 'Empty where there is none.' })
  company: string;

  @ApiProperty({ type: String, enum: CLIENT_STATUSES })
  status: ClientStatus;

  @ApiProperty({ type: String, enum: CLIENT_SOURCES, description: 'By which way the client first came.' })
  source: ClientSource;

  @ApiProperty({ type: [String], example: ['vip'] })
  tags: string[];

  @ApiProperty({ type: String, description: 'Empty where there are none.' })
  notes: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the client last booked, wrote or called.',
  })
  last_activity_at: string | null;

  @Time() created_at: string;
  @Time() updated_at: string;
}

class ClientWarningResponse implements ClientWarningDto {
  @ApiProperty({ type: String, example: 'phone' }) field: string;
  @ApiProperty({ type: String, enum: CLIENT_WARNINGS }) code: ClientWarningCode;
  @ApiProperty({
    type: String,
    example: '+431234 has the length of a phone number, but its country has no such number. Check it.',
  })
  message: string;

  @ApiProperty({ type: 'integer', required: false, description: 'Appointments that are still to come.' })
  count?: number;
}

export class SavedClientResponse extends ClientResponse implements SavedClientDto {
  @ApiProperty({
    type: [ClientWarningResponse],
    required: false,
    description: 'What was stored although it looks like a mistake; left out where there is nothing.',
  })
  warnings?: ClientWarningResponse[];
}

export class ClientsPage extends pageOf(ClientResponse) {}

true satisfies SameShape<ClientResponse, ClientDto>;
true satisfies SameShape<SavedClientResponse, SavedClientDto>;
