import {
  ACCOUNT_TOOLS,
  ACCOUNT_TYPES,
  LIMITS,
  type AccountTool,
  type AccountType,
  type CreateAccountDto,
  type PatchAccountDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf, Text } from '../../platform/validation/fields';

const NAME = { ...LIMITS.account_name, example: 'Team 3' };
const Description = () =>
  Text({ optional: true, ...LIMITS.description, example: 'The one that the office pays.' });
const Tool = () =>
  OneOf({
    optional: true,
    nullable: true,
    values: ACCOUNT_TOOLS,
    description: 'The program whose sessions it holds. `null`: the first session tells.',
    example: 'claude_code',
  });

export class CreateAccountRequest implements CreateAccountDto {
  @Text({ ...NAME, description: 'Need not be unique.' })
  name: string;

  @OneOf({ values: ACCOUNT_TYPES, example: 'teams' })
  type: AccountType;

  @Description() description?: string;
  @Tool() tool?: AccountTool | null;
}

export class PatchAccountRequest implements PatchAccountDto {
  @Text({ ...NAME, optional: true })
  name?: string;

  @OneOf({ optional: true, values: ACCOUNT_TYPES, example: 'pro' })
  type?: AccountType;

  @Description() description?: string;
  @Tool() tool?: AccountTool | null;
}

true satisfies SameShape<CreateAccountRequest, CreateAccountDto>;
true satisfies SameShape<PatchAccountRequest, PatchAccountDto>;
