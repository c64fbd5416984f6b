import { LIMITS, type SwapAppointmentsDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag, Text } from '../../platform/validation/fields';
import { Instant } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';

export class SwapAppointmentsRequest implements SwapAppointmentsDto {
  @Uuid({
    description: 'An appointment that is pending or confirmed.',
    example: '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11',
  })
  a: string;

  @Uuid({ description: 'The other one.', example: '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f12' })
  b: string;

  @Instant({
    optional: true,
    description: 'When `a` starts as you know it: 412 if it has moved since, so that a swap is not undone.',
    example: '2026-11-20T09:30:00Z',
  })
  a_starts_at?: string;

  @Instant({ optional: true, description: 'The same for `b`.', example: '2026-11-20T11:00:00Z' })
  b_starts_at?: string;

  @Text({
    optional: true,
    ...LIMITS.resource,
    description: 'The resource of `a` as you know it: two that start at once are told apart by it alone.',
    example: 'main',
  })
  a_resource?: string;

  @Text({ optional: true, ...LIMITS.resource, description: 'The same for `b`.', example: 'room' })
  b_resource?: string;

  @Flag({
    optional: true,
    description:
      'False: each takes the whole time of the other. Otherwise each stays as long as it is, from the start of the other on; where there ' +
      'is no room for that, it is 409 `slot_taken` and nothing changes.',
    example: true,
  })
  keep_lengths?: boolean;

  @Flag({ optional: true, description: 'False: neither client is mailed of it.', example: true })
  notify?: boolean;
}

true satisfies SameShape<SwapAppointmentsRequest, SwapAppointmentsDto>;
