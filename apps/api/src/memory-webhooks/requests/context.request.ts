import { LIMITS, type ContextQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { QueryInteger, Text } from '../../platform/validation/fields';

export class ContextRequest implements ContextQueryDto {
  @QueryInteger({
    optional: true,
    ...LIMITS.context_budget,
    description: 'The most tokens that the answer may have; a token is four characters of it.',
    example: 4_000,
  })
  budget?: number;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description:
      'Name of a project, without regard to case, or its identity: it comes first, and so do its state, sessions and tasks.',
    example: 'website',
  })
  project?: string;
}

true satisfies SameShape<ContextRequest, ContextQueryDto>;
