import {
  CONTEXT_FORMATS,
  LIMITS,
  type ContextFormat,
  type ContextPreviewQueryDto,
} from '@groupless/shared-dto';
import { AsOf } from '../history/as-of/as-of.request';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, QueryInteger, Text } from '../../platform/validation/fields';

export class ContextPreviewRequest implements ContextPreviewQueryDto {
  @QueryInteger({
    optional: true,
    ...LIMITS.context_budget,
    description: 'As the webhook takes it.',
    example: 2_000,
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

  @AsOf() as_of?: string;

  @OneOf({ optional: true, values: CONTEXT_FORMATS, description: 'Default: json.' })
  format?: ContextFormat;
}

true satisfies SameShape<ContextPreviewRequest, ContextPreviewQueryDto>;
