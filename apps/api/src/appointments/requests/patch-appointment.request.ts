import {
  APPOINTMENT_STATUSES,
  LIMITS,
  type AppointmentStatus,
  type PatchAppointmentDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag, Integer, OneOf, QueryFlag, Text } from '../../platform/validation/fields';
import { TextList, UuidList } from '../../platform/validation/list-fields';
import { Instant } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';

export class PatchAppointmentRequest implements PatchAppointmentDto {
  @Uuid({ optional: true, description: 'Whom it is for.' })
  client_id?: string;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.client_name,
    description:
      'For whom it is, where that is not the client; null where it is. Another client takes it away.',
    example: 'Tim Smith',
  })
  attendee_name?: string | null;

  @Text({ optional: true, ...LIMITS.title, example: 'Second consultation' })
  title?: string;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.service_name,
    description:
      'A service of the settings: title and length become its own, unless they are sent too. Null: none.',
    example: 'Consultation',
  })
  service?: string | null;

  @TextList({
    optional: true,
    ...LIMITS.service_name,
    most: LIMITS.services_of_visit.max,
    description: 'All services of the visit, in their order. In place of `service`.',
  })
  services?: string[];

  @UuidList({ optional: true, most: LIMITS.services_of_visit.max, description: 'In place of `service`.' })
  service_ids?: string[];

  @Instant({ optional: true, description: 'Alone, it moves the appointment, which keeps its length.' })
  starts_at?: string;

  @Instant({ optional: true, description: 'Not together with `duration_minutes`.' })
  ends_at?: string;

  @Integer({ optional: true, ...LIMITS.appointment_minutes, description: 'In place of `ends_at`.' })
  duration_minutes?: number;

  @Text({ optional: true, ...LIMITS.resource, description: 'Who or what is booked.' })
  resource?: string;

  @Uuid({ optional: true, description: 'In place of `resource`.' })
  resource_id?: string;

  @Text({ optional: true, ...LIMITS.description, example: 'Prefers mornings.' })
  notes?: string;

  @Text({ optional: true, ...LIMITS.description, example: 'Pays late.', description: 'Of the team alone.' })
  team_notes?: string;

  @OneOf({
    optional: true,
    values: APPOINTMENT_STATUSES,
    description: 'Whichever the present one may become; the present one changes nothing.',
  })
  status?: AppointmentStatus;

  @Flag({
    optional: true,
    description: 'Whether it may stand beside others: then it is `squeezed`. Ask the user first.',
  })
  allow_overlap?: boolean;

  @Flag({
    optional: true,
    description: 'Whether it may stand in a block, or in a busy time of a calendar. Ask the user first.',
  })
  allow_busy?: boolean;

  @Flag({ optional: true, description: '`false`: the client is not mailed about this. Reminders go.' })
  notify?: boolean;

  @Text({
    optional: true,
    ...LIMITS.cancel_reason,
    description: 'With `status: "cancelled"`: why, for the mail to the client. It stays in the history.',
  })
  reason?: string;
}

/** How a deletion, or the end of a series, is told. */
export class FarewellQuery {
  @QueryFlag({ optional: true, description: '`false`: the client is not mailed about this.' })
  notify?: 'true' | 'false';

  @Text({ optional: true, ...LIMITS.cancel_reason, description: 'Why, for the mail to the client.' })
  reason?: string;
}

true satisfies SameShape<PatchAppointmentRequest, PatchAppointmentDto>;
