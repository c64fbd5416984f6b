import { OmitType } from '@nestjs/swagger';
import {
  LIMITS,
  ON_CONFLICT,
  type CreateSeriesDto,
  type OnConflict,
  type PatchSeriesDto,
  type SeriesExceptionDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, QueryFlag } from '../../platform/validation/fields';
import { ListOf } from '../../platform/validation/object-fields';
import { Instant } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { RuleField } from '../../shared/recurrence/rule-field';
import { CreateAppointmentRequest, NewResource } from '../requests/create-appointment.request';
import { FarewellQuery, PatchAppointmentRequest } from '../requests/patch-appointment.request';

const OnConflictField = () =>
  OneOf({
    optional: true,
    values: ON_CONFLICT,
    description:
      'Where one of them has no place: nothing is made or changed (`fail`, by default), or that one is left out (`skip`).',
  });

class SeriesException implements SeriesExceptionDto {
  @Instant({ description: 'A time of the rule.', example: '2026-11-27T09:30:00Z' }) starts_at: string;

  @Instant({
    nullable: true,
    description: 'Null: left out. Within 370 days of `starts_at`.',
    example: '2026-11-27T11:00:00Z',
  })
  moved_to: string | null;
}

export class CreateSeriesRequest
  extends OmitType(CreateAppointmentRequest, ['external_id'] as const)
  implements CreateSeriesDto
{
  @RuleField() rrule: string;

  @OnConflictField() on_conflict?: OnConflict;

  @ListOf(() => SeriesException, {
    optional: true,
    max: LIMITS.series,
    description: 'Times of the rule at which it is not: left out, or at another time.',
  })
  exceptions?: SeriesException[];
}

export class PatchSeriesRequest
  extends OmitType(PatchAppointmentRequest, ['client_id', 'attendee_name'] as const)
  implements PatchSeriesDto
{
  @OnConflictField() on_conflict?: OnConflict;
}

export class SeriesQuery {
  @QueryFlag({
    optional: true,
    description: 'Whether only to answer what would happen; ids in it do not exist.',
  })
  dry_run?: 'true' | 'false';

  @NewResource() new_resource?: 'true' | 'false';
}

const From = () =>
  Uuid({
    optional: true,
    description:
      'The appointment of the series from which on it counts; without it, all of the series that are to come.',
  });

export class EndedSeriesQuery extends FarewellQuery {
  @From() from?: string;
}

export class ChangedSeriesQuery {
  @From() from?: string;

  @Uuid({
    optional: true,
    description:
      'The appointment of the series whose new time is sent; without it, the first of those that change.',
  })
  starts_at_of?: string;

  @NewResource() new_resource?: 'true' | 'false';
}

true satisfies SameShape<SeriesException, SeriesExceptionDto>;
true satisfies SameShape<CreateSeriesRequest, CreateSeriesDto>;
true satisfies SameShape<PatchSeriesRequest, PatchSeriesDto>;
