import { LIMITS, type LoginDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';

export class LoginRequest implements LoginDto {
  @Text({ ...LIMITS.email, description: 'Compared without case.', example: 'admin@localhost' })
  email: string;

  @Text({
    max: LIMITS.password.max,
    description: 'Taken exactly as it is.',
    example: 'correct horse battery staple',
  })
  password: string;

  @Text({
    optional: true,
    ...LIMITS.totp,
    description: 'Where TOTP is on: six digits of the authenticator, or a recovery code.',
  })
  totp?: string;
}

true satisfies SameShape<LoginRequest, LoginDto>;
