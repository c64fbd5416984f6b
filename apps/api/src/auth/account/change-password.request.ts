import { LIMITS, type ChangePasswordDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';

export class ChangePasswordRequest implements ChangePasswordDto {
  @Text({
    max: LIMITS.password.max,
    description: 'The one that counts now.',
    example: 'correct horse battery staple',
  })
  current_password: string;

  @Text({
    ...LIMITS.password,
    description: 'Any characters, taken as they are; no common one, no name.',
    example: 'staple battery horse correct',
  })
  new_password: string;
}

true satisfies SameShape<ChangePasswordRequest, ChangePasswordDto>;
