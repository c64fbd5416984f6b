import { LIMITS, STATE_SORTS, type PutStateDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../shared/docs/same-shape';
import { OneOf, Text, Word } from '../../../shared/validation/fields';
import { AsOf } from '../../versions/as-of.request';
import { PageRequest } from '../../../shared/validation/page.request';

export class PutStateRequest implements PutStateDto {
  @Text({ ...LIMITS.state_value, example: '10.0.0.5, Debian 12' })
  value: string;

  @Word({
    optional: true,
    ...LIMITS.state_category,
    description: 'A new key gets config; a known one keeps its own.',
    example: 'server',
  })
  category?: string;
}

export class StateListRequest extends PageRequest {
  @AsOf() as_of?: string;

  @Word({ optional: true, ...LIMITS.state_category, description: 'Only this category.' })
  category?: string;

  @OneOf({ optional: true, values: STATE_SORTS, description: 'Default: by category and key.' })
  sort?: (typeof STATE_SORTS)[number];
}

true satisfies SameShape<PutStateRequest, PutStateDto>;
