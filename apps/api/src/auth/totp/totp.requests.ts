import { LIMITS, type EnableTotpDto, type TotpProofDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';
import { OptionalBody } from '../../platform/validation/pipe/request.pipe';

const PASSWORD = {
  max: LIMITS.password.max,
  description: 'The own password.',
  example: 'correct horse battery staple',
};
const TOTP = {
  ...LIMITS.totp,
  description: 'Six digits of the authenticator, or a recovery code.',
  example: '123456',
};

@OptionalBody()
export class SetUpTotpRequest implements Partial<TotpProofDto> {
  @Text({ ...PASSWORD, optional: true })
  password?: string;

  @Text({ ...TOTP, optional: true })
  totp?: string;
}

export class EnableTotpRequest implements EnableTotpDto {
  @Text({ ...TOTP, description: 'Six digits that the authenticator shows for the new secret.' })
  totp: string;
}

export class DisableTotpRequest implements TotpProofDto {
  @Text(PASSWORD)
  password: string;

  @Text(TOTP)
  totp: string;
}

true satisfies SameShape<SetUpTotpRequest, Partial<TotpProofDto>>;
true satisfies SameShape<EnableTotpRequest, EnableTotpDto>;
true satisfies SameShape<DisableTotpRequest, TotpProofDto>;
