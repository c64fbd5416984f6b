import { LIMITS, type RotateApiKeyDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Integer } from '../../platform/validation/fields';
import { OptionalBody } from '../../platform/validation/pipe/request.pipe';

@OptionalBody()
export class RotateApiKeyRequest implements RotateApiKeyDto {
  @Integer({
    optional: true,
    ...LIMITS.key_overlap_hours,
    description: 'For how long the former secret counts beside the new one; 0 unless said.',
    example: 24,
  })
  overlap_hours?: number;
}

true satisfies SameShape<RotateApiKeyRequest, RotateApiKeyDto>;
