import {
  APPOINTMENT_SOURCES,
  LIMITS,
  type AppointmentSource,
  type BookedClientDto,
  type CreateAppointmentDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag, Integer, OneOf, QueryFlag, Text } from '../../platform/validation/fields';
import { OutsideId } from '../../platform/validation/outside-id';
import { TextList, UuidList } from '../../platform/validation/list-fields';
import { ObjectOf } from '../../platform/validation/object-fields';
import { InstantOrLocal } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';

export class BookedClient implements BookedClientDto {
  @Text({ ...LIMITS.client_name, example: 'Jana Nováková' })
  name: string;

  @Text({
    optional: true,
    ...LIMITS.heard_contact,
    description:
      'By which the client is found first. A second number becomes one of `other_phones` of a client that is made, else it ' +
      'goes into the notes. A number that cannot be read stops a booking of the panel; one of the ' +
      'chat agent goes into the notes: of the client if one is made, else of the appointment. From the agent it may ' +
      'be what its platform knows: `whatsapp:+491705550099`, `sip:+491705550099@example.com`, digits without `+`.',
    example: '+1 212 555 0123',
  })
  phone?: string;

  @Text({
    optional: true,
    ...LIMITS.heard_contact,
    description:
      'By which the client is found if nobody has the phone. One that is no email address stops a booking of the ' +
      'panel; from the chat agent it goes into the notes.',
    example: 'jana@example.com',
  })
  email?: string;
}

export class CreateAppointmentRequest implements CreateAppointmentDto {
  @OutsideId({
    optional: true,
    description: 'The booker’s own id: sent again, it answers the first appointment and books nothing.',
    example: 'call-2026-11-20-0017',
  })
  external_id?: string;

  @Uuid({ optional: true, description: 'A known client; in place of `client`.' })
  client_id?: string;

  @ObjectOf(() => BookedClient, {
    optional: true,
    description: 'Found by phone, else by email, else made; in place of `client_id`.',
    example: { name: 'Jana Nováková', phone: '+1 212 555 0123' },
  })
  client?: BookedClient;

  @Text({ optional: true, ...LIMITS.title, example: 'First consultation' })
  title?: string;

  @InstantOrLocal({
    description:
      'With its offset from UTC. From the chat agent also without: then it is read in the time zone of the ' +
      'settings, an ambiguous one as the earlier.',
    example: '2026-11-20T09:30:00Z',
  })
  starts_at: string;

  @InstantOrLocal({
    optional: true,
    description: 'As `starts_at`. Without it and `duration_minutes`: as long as the service, else one slot.',
  })
  ends_at?: string;

  @Integer({
    optional: true,
    ...LIMITS.appointment_minutes,
    description: 'In place of `ends_at`.',
    example: 45,
  })
  duration_minutes?: number;

  @Text({
    optional: true,
    ...LIMITS.service_name,
    description:
      'A service of the settings: its duration and its name are taken where the request has no end, no duration or ' +
      'no title.',
  })
  service?: string;

  @TextList({
    optional: true,
    ...LIMITS.service_name,
    most: LIMITS.services_of_visit.max,
    description:
      'Several services of one visit, in their order: it is as long as they are together. In place of `service`.',
  })
  services?: string[];

  @UuidList({ optional: true, most: LIMITS.services_of_visit.max, description: 'In place of `service`.' })
  service_ids?: string[];

  @Text({
    optional: true,
    ...LIMITS.resource,
    description:
      'Who or what is booked; by default the one of the settings, of several whoever is free. A name of the settings is found without ' +
      'case, width and repeated or outer spaces, and stored as it stands there.',
    example: 'main',
  })
  resource?: string;

  @Uuid({ optional: true, description: 'In place of `resource`.' })
  resource_id?: string;

  @Text({
    optional: true,
    ...LIMITS.description,
    example: 'Prefers mornings.',
    description: 'Of the booking: client and agent may hear them.',
  })
  notes?: string;

  @Text({
    optional: true,
    ...LIMITS.description,
    example: 'Pays late.',
    description: 'Of the team alone. Not from the chat agent.',
  })
  team_notes?: string;

  @Text({
    optional: true,
    ...LIMITS.client_name,
    description:
      'For whom it is, where that is not the client. By default the name in `client`, where the client found has ' +
      'another one. Not from the chat agent.',
    example: 'Tim Smith',
  })
  attendee_name?: string;

  @Flag({
    optional: true,
    description:
      'Whether it may stand beside others: then it is `squeezed`. Ask the user first. Not from the chat agent.',
  })
  allow_overlap?: boolean;

  @Flag({
    optional: true,
    description:
      'Whether it may stand in a block, or in a busy time of a calendar. Ask the user first. Not from the chat agent.',
  })
  allow_busy?: boolean;

  @OneOf({
    optional: true,
    values: APPOINTMENT_SOURCES,
    description:
      'By default `panel`; from the chat agent, who may not say that, `chat` with a `chat_id`, else `phone`.',
  })
  source?: AppointmentSource;

  @OutsideId({ optional: true, description: 'The chat in which it was booked.' })
  chat_id?: string;
}

/** For people and integrators. */
export const NewResource = () =>
  QueryFlag({
    optional: true,
    description:
      'Whether `resource` may be a name that the settings do not have, which is never offered to agents. Ask the user first: ' +
      'it may be misspelt. Not for the chat agent.',
  });

export class BookingQuery {
  @QueryFlag({
    optional: true,
    description: 'Whether to answer what would happen, and to book nothing.',
  })
  dry_run?: 'true' | 'false';

  @NewResource() new_resource?: 'true' | 'false';
}

export class NewResourceQuery {
  @NewResource() new_resource?: 'true' | 'false';
}

true satisfies SameShape<CreateAppointmentRequest, CreateAppointmentDto>;
