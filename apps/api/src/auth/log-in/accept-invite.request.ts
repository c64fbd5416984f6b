import { LIMITS, type AcceptInviteDto, type LookAtInviteDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';

export class LookAtInviteRequest implements LookAtInviteDto {
  @Text({
    ...LIMITS.link_token,
    description: 'What stands behind `#token=` in the link.',
    example: 'Yw3mJx1kq0vZr8bT5nP2sD7fGh4LcA9eUo6iWtQyKxE',
  })
  token: string;
}

export class AcceptInviteRequest extends LookAtInviteRequest implements AcceptInviteDto {
  @Text({
    ...LIMITS.password,
    description: 'Any characters, taken as they are; no common one, no name.',
    example: 'correct horse battery staple',
  })
  password: string;
}

true satisfies SameShape<LookAtInviteRequest, LookAtInviteDto>;
true satisfies SameShape<AcceptInviteRequest, AcceptInviteDto>;
