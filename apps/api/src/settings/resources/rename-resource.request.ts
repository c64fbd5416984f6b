import { LIMITS, type RenameResourceDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';

export class RenameResourceRequest implements RenameResourceDto {
  @Text({ ...LIMITS.resource, description: 'A resource of the settings.', example: 'Stand 2' })
  from: string;

  @Text({
    ...LIMITS.resource,
    description: 'Its new name. No other resource may have it.',
    example: 'Stand Two',
  })
  to: string;
}

true satisfies SameShape<RenameResourceRequest, RenameResourceDto>;
