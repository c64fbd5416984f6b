import {
  APPOINTMENT_SORTS,
  APPOINTMENT_SOURCES,
  APPOINTMENT_STATUSES,
  LIMITS,
  type AppointmentListQueryDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { OneOf, SomeOf, Text } from '../../shared/validation/fields';
import { PageRequest } from '../../shared/validation/page.request';
import { Instant } from '../../shared/validation/time-fields';
import { UpdatedSince } from '../../shared/validation/updated-since';
import { SomeUuids } from '../../shared/validation/uuid-fields';

export class AppointmentListRequest extends PageRequest implements AppointmentListQueryDto {
  @Instant({ optional: true, description: 'Those that start then or later.' })
  from?: string;

  @Instant({ optional: true, description: 'Those that start before.' })
  to?: string;

  @SomeOf({
    optional: true,
    values: APPOINTMENT_STATUSES,
    description: 'One status, or several by comma.',
  })
  status?: string;

  @SomeOf({ optional: true, values: APPOINTMENT_SOURCES, description: 'One source, or several by comma.' })
  source?: string;

  @Text({
    optional: true,
    min: 1,
    max: 4_000,
    description: 'One resource, or several by comma. One with a comma in its name is found too, by itself.',
  })
  resource?: string;

  @SomeUuids({ optional: true, description: 'One client, or several by comma.' })
  client_id?: string;

  @Text({ optional: true, ...LIMITS.outside_id, description: 'The one with exactly this id of its booker.' })
  external_id?: string;

  @Text({ optional: true, ...LIMITS.outside_id, description: 'Those that were booked in exactly this chat.' })
  chat_id?: string;

  @UpdatedSince() updated_since?: string;

  @OneOf({ optional: true, values: APPOINTMENT_SORTS, description: 'Default: `starts_at`.' })
  sort?: (typeof APPOINTMENT_SORTS)[number];
}

true satisfies SameShape<AppointmentListRequest, AppointmentListQueryDto>;
