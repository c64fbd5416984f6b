import { LIMITS, type BusyTimesQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { DayOrInstant } from '../../platform/validation/times/day-or-time';
import { Text } from '../../platform/validation/fields';
import { ResourceIds } from '../../shared/resource-fields';

export class BusyTimesRequest implements BusyTimesQueryDto {
  @DayOrInstant({
    description: 'Those that end after it. A day is its beginning, in the time zone of the business.',
    example: '2027-03-01',
  })
  from: string;

  @DayOrInstant({
    description: 'Those that start before it; at most 370 days after `from`.',
    example: '2027-03-08',
  })
  to: string;

  @Text({ optional: true, ...LIMITS.resource, description: 'Those of this resource and those of all.' })
  resource?: string;

  @ResourceIds()
  resource_id?: string;
}

true satisfies SameShape<BusyTimesRequest, BusyTimesQueryDto>;
