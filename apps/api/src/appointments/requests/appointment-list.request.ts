import { IntersectionType } from '@nestjs/swagger';
import {
  APPOINTMENT_MAKERS,
  APPOINTMENT_SORTS,
  APPOINTMENT_SOURCES,
  APPOINTMENT_STATUSES,
  LIMITS,
  type AppointmentFiltersDto,
  type AppointmentListQueryDto,
} from '@groupless/shared-dto';
import type { ListSeparator } from '@groupless/shared-dto/business/csv-cells';
import { ListSeparators } from '../../shared/csv/list-separators';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, QueryInteger, SomeOf, Text } from '../../platform/validation/fields';
import { DayOrInstant } from '../../platform/validation/times/day-or-time';
import { PageRequest } from '../../platform/validation/page.request';
import { Instant } from '../../platform/validation/times/time-fields';
import { UpdatedSince } from '../../platform/validation/times/updated-since';
import { OutsideId } from '../../platform/validation/outside-id';
import { SomeUuids, Uuid } from '../../platform/validation/uuid-fields';

export class AppointmentExportRequest implements AppointmentFiltersDto {
  @Text({
    optional: true,
    ...LIMITS.search,
    description:
      'Words of the client (name, email, company), of whom it is for, of the title, the service and the notes, in any ' +
      'order, or digits of the phone; without regard to case and accents.',
    example: 'smith colour',
  })
  search?: string;

  @DayOrInstant({
    optional: true,
    description:
      'Those that end after it: with `to`, what is going on in between. A day is its beginning, in the time zone of the business.',
    example: '2027-03-01',
  })
  from?: string;

  @DayOrInstant({
    optional: true,
    description: 'Those that start before; not earlier than `from`. A day is its beginning.',
    example: '2027-03-02',
  })
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

  @SomeUuids({
    optional: true,
    description: 'One resource by its id, or several by comma; also of who has left. In place of `resource`.',
  })
  resource_id?: string;

  @SomeUuids({ optional: true, description: 'One client, or several by comma.' }) client_id?: string;
  @OutsideId({ optional: true, description: 'The one with exactly this id of its booker.' })
  external_id?: string;
  @OutsideId({ optional: true, description: 'Those that were booked in exactly this chat.' })
  chat_id?: string;
  @Uuid({ optional: true, description: 'Those of one series.' }) series_id?: string;
  @UpdatedSince() updated_since?: string;
  @Instant({ optional: true, description: 'Those that were made then or later.' }) created_after?: string;
  @Instant({ optional: true, description: 'Those that were made before.' }) created_before?: string;
  @Instant({ optional: true, description: 'Those that have ended then.' }) ended_before?: string;
  @Instant({ optional: true, description: 'Those that start then or later.' }) starts_after?: string;
  @SomeUuids({ optional: true, description: 'One service by its id, or several by comma.' })
  service_id?: string;
  @OneOf({
    optional: true,
    values: APPOINTMENT_MAKERS,
    description: 'Those that the agent made, at any time, or while the business was open or closed.',
  })
  made_by?: (typeof APPOINTMENT_MAKERS)[number];

  @OneOf({
    optional: true,
    values: ['true'],
    description: 'Those whose time or resource was changed at least once.',
  })
  moved?: 'true';

  @QueryInteger({
    optional: true,
    ...{ min: 1, max: 7 },
    description:
      'Those that begin on this day of the week, by the clock of the business: 1 is Monday, 7 Sunday.',
  })
  weekday?: number;

  @QueryInteger({
    optional: true,
    ...{ min: 0, max: 23 },
    description: 'Those that begin in this hour of a day, by the clock of the business.',
  })
  hour?: number;
}

export class AppointmentFileRequest extends AppointmentExportRequest {
  @ListSeparators() separator?: ListSeparator;
}

export class AppointmentListRequest
  extends IntersectionType(PageRequest, AppointmentExportRequest)
  implements AppointmentListQueryDto
{
  @OneOf({ optional: true, values: APPOINTMENT_SORTS, description: 'Default: `starts_at`.' })
  sort?: (typeof APPOINTMENT_SORTS)[number];
}

true satisfies SameShape<AppointmentExportRequest, AppointmentFiltersDto>;
true satisfies SameShape<AppointmentListRequest, AppointmentListQueryDto>;
