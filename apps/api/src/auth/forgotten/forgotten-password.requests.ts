import { LIMITS, type ForgottenPasswordDto, type ResetPasswordDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';

export class ForgottenPasswordRequest implements ForgottenPasswordDto {
  @Text({ min: 1, ...LIMITS.email, description: 'Compared without case.', example: 'jana@example.com' })
  email: string;
}

export class ResetPasswordRequest implements ResetPasswordDto {
  @Text({ min: 1, max: 200, description: 'From the link.', example: 'uJc1N0Kx1yqf0YtQ1yZ4w2' })
  token: string;

  @Text({
    ...LIMITS.password,
    description: 'Any characters, taken as they are; no common one, no name.',
    example: 'staple battery horse correct',
  })
  password: string;
}

true satisfies SameShape<ForgottenPasswordRequest, ForgottenPasswordDto>;
true satisfies SameShape<ResetPasswordRequest, ResetPasswordDto>;
