import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  APPOINTMENT_SOURCES,
  APPOINTMENT_STATUSES,
  CLIENT_MAIL_KINDS,
  DEFAULT_RESOURCE,
  type AppointmentChangeDto,
  type AppointmentClientDto,
  type AppointmentDto,
  type AppointmentEventDto,
  type AppointmentSource,
  type AppointmentStatus,
  type AvailabilityDto,
  type ClientMailKind,
  type FreeSlotDto,
  type GivenContactDto,
  type SwappedAppointmentsDto,
  type ToldDto,
  type WouldTellDto,
} from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';
import { Time } from '../platform/docs/time-properties';

const TextOrNull = (description: string) =>
  ApiProperty({ type: String, nullable: true, example: null, description });

const LocalTime = (options: ApiPropertyOptions = {}) =>
  ApiProperty({
    ...options,
    type: String,
    example: '2026-11-20T10:30',
    description:
      'As the clocks of the business show it, in the time zone of the settings. Of appointments: only in answers to ' +
      'the chat agent.',
  } as ApiPropertyOptions);

class AppointmentClient implements AppointmentClientDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({
    type: String,
    example: 'Jana Nováková',
    description: 'To the chat agent: the name that it has sent, else empty; never the stored one.',
  })
  name: string;
}

class GivenContact implements GivenContactDto {
  @TextOrNull('') name: string | null;
  @TextOrNull('E.164, or as it was heard.') phone: string | null;
  @TextOrNull('') email: string | null;
}

const Address = () =>
  ApiProperty({
    type: String,
    nullable: true,
    example: 'jana@example.com',
    description: 'Null: none would be sent.',
  });

class WouldTell implements WouldTellDto {
  @Address() cancelled: string | null;
  @Address() deleted: string | null;
  @Address() moved: string | null;
}

class Told implements ToldDto {
  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...CLIENT_MAIL_KINDS, null],
    description: 'Null: by other means than mails and reminders, such as by phone.',
  })
  kind: ClientMailKind | null;

  @Time() at: string;
  @Time() starts_at: string;
  @ApiProperty({ type: String, example: DEFAULT_RESOURCE }) resource: string;
  @ApiProperty({ type: String, enum: APPOINTMENT_STATUSES }) status: AppointmentStatus;

  @ApiProperty({
    type: String,
    nullable: true,
    required: false,
    example: 'jana@example.com',
    description: 'Where the last mail about it went; null: there was none. In no answer to a key.',
  })
  to?: string | null;
}

export class AppointmentResponse implements AppointmentDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  client_id: string;

  @ApiProperty({ type: AppointmentClient })
  client: AppointmentClient;

  @TextOrNull('The name that the booking was made for, where it is not that of the client.')
  attendee_name: string | null;

  @ApiProperty({ type: String, description: 'Empty where there is none.', example: 'First consultation' })
  title: string;

  @TextOrNull('A service of the settings of that time.') service: string | null;

  @Time() starts_at: string;
  @Time() ends_at: string;

  @ApiProperty({ type: String, enum: APPOINTMENT_STATUSES })
  status: AppointmentStatus;

  @ApiProperty({ type: String, enum: APPOINTMENT_SOURCES })
  source: AppointmentSource;

  @ApiProperty({ type: String, description: 'Who or what is booked.', example: DEFAULT_RESOURCE })
  resource: string;

  @ApiProperty({ type: String, description: 'Of the booking: client and agent may hear them.' })
  notes: string;

  @ApiProperty({
    type: String,
    required: false,
    description: 'Of the team alone. In no answer to the chat agent.',
  })
  team_notes?: string;

  @ApiProperty({
    type: Boolean,
    description: 'Whether it stands beside another one of the resource, because a person wanted it so.',
  })
  squeezed: boolean;

  @ApiProperty({
    type: GivenContact,
    nullable: true,
    required: false,
    description:
      'What the caller gave; null for a booking of a known client. In no answer to the chat agent.',
  })
  given?: GivenContact | null;

  @TextOrNull('The chat in which it was booked.') chat_id: string | null;
  @TextOrNull('The id that its booker gave it.') external_id: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
    description: 'The same for all appointments that one rule made; null: it stands alone.',
  })
  series_id: string | null;

  @ApiProperty({
    type: Boolean,
    description:
      'Whether an agent cancelled it later than `cancel_notice_minutes` of the settings before its start.',
  })
  late: boolean;

  @ApiProperty({
    type: Told,
    nullable: true,
    required: false,
    description: 'What the client was told last; null: nothing yet. Only where one appointment is read.',
  })
  told?: Told | null;

  @ApiProperty({
    type: WouldTell,
    required: false,
    description: 'Where mails about a change would go. Only where a person reads one appointment.',
  })
  would_tell?: WouldTell;

  @Time() created_at: string;
  @Time() updated_at: string;

  @LocalTime({ required: false }) local_starts_at?: string;
  @LocalTime({ required: false }) local_ends_at?: string;
}

export class SwappedAppointmentsResponse implements SwappedAppointmentsDto {
  @ApiProperty({ type: AppointmentResponse }) a: AppointmentResponse;
  @ApiProperty({ type: AppointmentResponse }) b: AppointmentResponse;
}

export class AppointmentsPage extends pageOf(AppointmentResponse) {}

class EventUser {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, description: 'The name of that time.' })
  name: string;
}

class AppointmentChange implements AppointmentChangeDto {
  @ApiProperty({ type: String, example: 'starts_at' })
  field: string;

  @TextOrNull('In older entries also null for texts, which were not kept.') before: string | null;
  @TextOrNull('In older entries also null for texts, which were not kept.') after: string | null;

  @ApiProperty({ type: String, required: false, description: 'Of `client_id`: the name of that time.' })
  before_name?: string;

  @ApiProperty({ type: String, required: false, description: 'Of `client_id`: the name of that time.' })
  after_name?: string;
}

export class AppointmentEventResponse implements AppointmentEventDto {
  @Time() at: string;

  @ApiProperty({ type: EventUser, nullable: true, description: 'Who did it; null if a key did.' })
  user: EventUser | null;

  @TextOrNull('The API key with which it was done; null if a user did.') key_name: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...APPOINTMENT_STATUSES, null],
    description: 'Null for the booking itself.',
  })
  from_status: AppointmentStatus | null;

  @ApiProperty({ type: String, enum: APPOINTMENT_STATUSES })
  to_status: AppointmentStatus;

  @ApiProperty({ type: [AppointmentChange], description: 'The other fields that changed.' })
  changes: AppointmentChange[];
}

const VisitorTime = () =>
  ApiProperty({
    type: String,
    required: false,
    description: 'In the time zone of the visitor, where one was asked for.',
    example: '2027-03-01T04:00',
  });

class FreeSlot implements FreeSlotDto {
  @Time() starts_at: string;
  @Time() ends_at: string;
  @LocalTime() local_starts_at: string;
  @LocalTime() local_ends_at: string;

  @ApiProperty({ type: String, description: 'Who or what is free then.', example: DEFAULT_RESOURCE })
  resource: string;

  @VisitorTime() visitor_starts_at?: string;
  @VisitorTime() visitor_ends_at?: string;
}

export class AvailabilityResponse implements AvailabilityDto {
  @ApiProperty({ type: String, format: 'date', description: 'The first day.' })
  date: string;

  @ApiProperty({ type: String, description: 'In which the date is meant.', example: 'Europe/Vienna' })
  time_zone: string;

  @ApiProperty({
    type: String,
    required: false,
    description: 'That of the visitor, where one was asked for.',
    example: 'America/New_York',
  })
  visitor_time_zone?: string;

  @ApiProperty({
    type: String,
    description: 'Of whom free times were asked: a resource, or `any`.',
    example: DEFAULT_RESOURCE,
  })
  resource: string;

  @TextOrNull('Why it is closed on all these days; null where it is open, though perhaps full.')
  closed: string | null;

  @ApiProperty({ type: [FreeSlot], description: 'By time, of all the days. They may overlap each other.' })
  slots: FreeSlot[];
}

true satisfies SameShape<AppointmentResponse, AppointmentDto>;
true satisfies SameShape<SwappedAppointmentsResponse, SwappedAppointmentsDto>;
true satisfies SameShape<AppointmentEventResponse, AppointmentEventDto>;
true satisfies SameShape<AvailabilityResponse, AvailabilityDto>;
