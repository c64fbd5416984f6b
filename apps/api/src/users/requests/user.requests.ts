import {
  KEYS_OF_LEAVER,
  LIMITS,
  ROLES,
  USER_SORTS,
  type CreateUserDto,
  type KeysOfLeaver,
  type KeysOfLeaverQueryDto,
  type PatchUserDto,
  type Role,
  type UserListQueryDto,
  type UserSort,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import {
  EmailAddress,
  Flag,
  NameText,
  OneOf,
  QueryFlag,
  SomeOf,
  Text,
  Visible,
} from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';

const EMAIL = { description: 'Unique without case.', example: 'grace@example.com' };
const NAME = { ...LIMITS.user_name, example: 'Grace' };

export class CreateUserRequest implements CreateUserDto {
  @EmailAddress(EMAIL)
  email: string;

  @Visible()
  @NameText(NAME)
  name: string;

  @OneOf({ values: ROLES, example: 'operator' })
  role: Role;

  @Text({
    optional: true,
    ...LIMITS.password,
    description:
      'Any characters, taken as they are; no common one, no name. Without one the ' +
      'answer holds a link with which the user chooses it.',
  })
  password?: string;
}

export class PatchUserRequest implements PatchUserDto {
  @EmailAddress({ ...EMAIL, optional: true })
  email?: string;

  @Visible()
  @NameText({ ...NAME, optional: true })
  name?: string;

  @OneOf({ optional: true, values: ROLES, example: 'viewer' })
  role?: Role;

  @Flag({ optional: true, description: 'Whether the user may log in.', example: true })
  is_active?: boolean;
}

export class KeysOfLeaverRequest implements KeysOfLeaverQueryDto {
  @OneOf({
    optional: true,
    values: KEYS_OF_LEAVER,
    description:
      'What becomes of the API keys that the user made, when the user is switched off or removed. Default: `revoke`.',
  })
  keys?: KeysOfLeaver;
}

export class UserListRequest extends PageRequest implements UserListQueryDto {
  @Text({
    optional: true,
    ...LIMITS.search,
    description: 'Part of the name or the email, without case and accents.',
  })
  search?: string;

  @SomeOf({ optional: true, values: ROLES, description: 'One role, or several by comma.' })
  role?: string;

  @QueryFlag({
    optional: true,
    description: 'Only users who may, or may not, log in.',
  })
  is_active?: 'true' | 'false';

  @OneOf({
    optional: true,
    values: USER_SORTS,
    description: 'Default: by name. Who was never seen was seen before everybody else.',
  })
  sort?: UserSort;
}

true satisfies SameShape<CreateUserRequest, CreateUserDto>;
true satisfies SameShape<PatchUserRequest, PatchUserDto>;
