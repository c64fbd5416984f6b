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

export class CreateAccountRequest implements CreateAccountDto {
  @Text({ ...LIMITS.account_name, description: 'Need not be unique.', example: 'Team 3' })
  name: string;

  @OneOf({ values: ACCOUNT_TYPES, example: 'teams' })
  type: AccountType;

  @Text({ optional: true, ...LIMITS.description, example: 'The one that the office pays.' })
  description?: string;

  @OneOf({
    optional: true,
    nullable: true,
    values: ACCOUNT_TOOLS,
    description: 'The program whose sessions it holds. `null`: the first session tells.',
    example: 'claude_code',
  })
  tool?: AccountTool | null;
}

export class PatchAccountRequest implements PatchAccountDto {
  @Text({ optional: true, ...LIMITS.account_name, example: 'Team 3' })
  name?: string;

  @OneOf({ optional: true, values: ACCOUNT_TYPES, example: 'pro' })
  type?: AccountType;

  @Text({ optional: true, ...LIMITS.description, example: 'The one that the office pays.' })
  description?: string;

  @OneOf({
    optional: true,
    nullable: true,
    values: ACCOUNT_TOOLS,
    description: 'The program whose sessions it holds. `null`: the first session tells.',
    example: 'claude_code',
  })
  tool?: AccountTool | null;
}

true satisfies SameShape<CreateAccountRequest, CreateAccountDto>;
true satisfies SameShape<PatchAccountRequest, PatchAccountDto>;
