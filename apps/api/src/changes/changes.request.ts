import { LIMITS, type ChangesQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { QueryInteger, Text } from '../platform/validation/fields';

export class ChangesRequest implements ChangesQueryDto {
  @Text({
    optional: true,
    ...{ min: 1, max: 100 },
    description: '`next_cursor` of the answer before. Without it: from now on.',
  })
  after?: string;

  @QueryInteger({ optional: true, ...LIMITS.page, description: 'How many at most.' })
  limit?: number;
}

true satisfies SameShape<ChangesRequest, ChangesQueryDto>;
