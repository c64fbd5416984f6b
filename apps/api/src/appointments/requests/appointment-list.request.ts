import {
  APPOINTMENT_SORTS,
  APPOINTMENT_SOURCES,
  APPOINTMENT_STATUSES,
  LIMITS,
  type AppointmentFiltersDto,
  type AppointmentListQueryDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, SomeOf, Text } from '../../platform/validation/fields';
import { DayOrInstant } from '../../platform/validation/times/day-or-time';
import { PageRequest } from '../../platform/validation/page.request';
import { Instant } from '../../platform/validation/times/time-fields';
import { UpdatedSince } from '../../platform/validation/times/updated-since';
import { SomeUuids, Uuid } from '../../platform/validation/uuid-fields';

const Search = () =>
  Text({
    optional: true,
    ...LIMITS.search,
    description:
      'Words of the client (name, email, company), of whom it is for, of the title, the service and the notes, in any ' +
      'order, or digits of the phone; without regard to case and accents.',
    example: 'smith colour',
  });
const From = () =>
  DayOrInstant({
    optional: true,
    description:
      'Those that end after it: with `to`, what is going on in between. A day is its beginning, in the time zone of the business.',
    example: '2027-03-01',
  });
const To = () =>
  DayOrInstant({
    optional: true,
    description: 'Those that start before; not earlier than `from`. A day is its beginning.',
    example: '2027-03-02',
  });
const Status = () =>
  SomeOf({
    optional: true,
    values: APPOINTMENT_STATUSES,
    description: 'One status, or several by comma.',
  });
const Source = () =>
  SomeOf({ optional: true, values: APPOINTMENT_SOURCES, description: 'One source, or several by comma.' });
const Resource = () =>
  Text({
    optional: true,
    min: 1,
    max: 4_000,
    description: 'One resource, or several by comma. One with a comma in its name is found too, by itself.',
  });
const ClientId = () => SomeUuids({ optional: true, description: 'One client, or several by comma.' });
const ExternalId = () =>
  Text({ optional: true, ...LIMITS.outside_id, description: 'The one with exactly this id of its booker.' });
const ChatId = () =>
  Text({ optional: true, ...LIMITS.outside_id, description: 'Those that were booked in exactly this chat.' });
const SeriesId = () => Uuid({ optional: true, description: 'Those of one series.' });
const CreatedAfter = () => Instant({ optional: true, description: 'Those that were made then or later.' });
const CreatedBefore = () => Instant({ optional: true, description: 'Those that were made before.' });
const EndedBefore = () => Instant({ optional: true, description: 'Those that have ended then.' });

export class AppointmentListRequest extends PageRequest implements AppointmentListQueryDto {
  @Search() search?: string;
  @From() from?: string;
  @To() to?: string;
  @Status() status?: string;
  @Source() source?: string;
  @Resource() resource?: string;
  @ClientId() client_id?: string;
  @ExternalId() external_id?: string;
  @ChatId() chat_id?: string;
  @SeriesId() series_id?: string;
  @UpdatedSince() updated_since?: string;
  @CreatedAfter() created_after?: string;
  @CreatedBefore() created_before?: string;
  @EndedBefore() ended_before?: string;

  @OneOf({ optional: true, values: APPOINTMENT_SORTS, description: 'Default: `starts_at`.' })
  sort?: (typeof APPOINTMENT_SORTS)[number];
}

export class AppointmentExportRequest implements AppointmentFiltersDto {
  @Search() search?: string;
  @From() from?: string;
  @To() to?: string;
  @Status() status?: string;
  @Source() source?: string;
  @Resource() resource?: string;
  @ClientId() client_id?: string;
  @ExternalId() external_id?: string;
  @ChatId() chat_id?: string;
  @SeriesId() series_id?: string;
  @UpdatedSince() updated_since?: string;
  @CreatedAfter() created_after?: string;
  @CreatedBefore() created_before?: string;
  @EndedBefore() ended_before?: string;
}

true satisfies SameShape<AppointmentExportRequest, AppointmentFiltersDto>;
true satisfies SameShape<AppointmentListRequest, AppointmentListQueryDto>;
