import {
  CONTEXT_FORMATS,
  LIMITS,
  type ContextFormat,
  type ContextPreviewQueryDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { OneOf, QueryInteger } from '../../shared/validation/fields';

export class ContextPreviewRequest implements ContextPreviewQueryDto {
  @QueryInteger({
    optional: true,
    ...LIMITS.context_budget,
    description: 'As the webhook takes it.',
    example: 2_000,
  })
  budget?: number;

  @OneOf({ optional: true, values: CONTEXT_FORMATS, description: 'Default: json.' })
  format?: ContextFormat;
}

true satisfies SameShape<ContextPreviewRequest, ContextPreviewQueryDto>;
