import { LIMITS, type ConfirmDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';

export class ConfirmRequest implements ConfirmDto {
  @Text({
    optional: true,
    max: LIMITS.password.max,
    description: 'The own password, while TOTP is off.',
    example: 'correct horse battery staple',
  })
  password?: string;

  @Text({
    optional: true,
    ...LIMITS.totp,
    description: 'While TOTP is on: six digits of the authenticator, or a recovery code.',
  })
  totp?: string;
}

true satisfies SameShape<ConfirmRequest, ConfirmDto>;
