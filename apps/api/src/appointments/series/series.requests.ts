import { OmitType } from '@nestjs/swagger';
import {
  LIMITS,
  ON_CONFLICT,
  type CreateSeriesDto,
  type OnConflict,
  type PatchSeriesDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, QueryFlag, Text } from '../../platform/validation/fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { CreateAppointmentRequest } from '../requests/create-appointment.request';
import { PatchAppointmentRequest } from '../requests/patch-appointment.request';

const OnConflictField = () =>
  OneOf({
    ...{ optional: true, values: ON_CONFLICT },
    description:
      'Where one of them has no place: nothing is made or changed (`fail`, by default), or that one is left out (`skip`).',
  });

export class CreateSeriesRequest
  extends OmitType(CreateAppointmentRequest, ['external_id'] as const)
  implements CreateSeriesDto
{
  @Text({
    ...{ ...LIMITS.recurrence_rule, example: 'FREQ=WEEKLY;COUNT=10' },
    description:
      'A recurrence rule of RFC 5545 with COUNT or UNTIL: daily, weekly (with BYDAY), or monthly by BYMONTHDAY or one ' +
      'BYDAY such as 2TU, each with INTERVAL; at most 200 times within 370 days. The time of day stays, by the ' +
      'clocks of the business.',
  })
  rrule: string;

  @OnConflictField() on_conflict?: OnConflict;
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
}

export class SeriesScopeQuery {
  @Uuid({
    optional: true,
    description:
      'The appointment of the series from which on it counts; without it, all of the series that are to come.',
  })
  from?: string;
}

true satisfies SameShape<CreateSeriesRequest, CreateSeriesDto>;
true satisfies SameShape<PatchSeriesRequest, PatchSeriesDto>;
