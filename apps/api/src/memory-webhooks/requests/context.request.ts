import { LIMITS, type ContextQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { QueryInteger } from '../../shared/validation/fields';

export class ContextRequest implements ContextQueryDto {
  @QueryInteger({
    optional: true,
    ...LIMITS.context_budget,
    description: 'The most tokens that the answer may have; a token is four characters of it.',
    example: 4_000,
  })
  budget?: number;
}

true satisfies SameShape<ContextRequest, ContextQueryDto>;
