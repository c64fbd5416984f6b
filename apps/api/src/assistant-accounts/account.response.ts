import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  ACCOUNT_TOOLS,
  ACCOUNT_TYPES,
  type AccountDto,
  type AccountHolderDto,
  type AccountTool,
  type AccountType,
  type AccountUsageDto,
  type UsageWindowDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';

class AccountHolderResponse implements AccountHolderDto {
  @ApiProperty({ type: String, description: 'As `x-machine-name` said.', example: 'ada-laptop' })
  machine: string;

  @ApiProperty({ type: String, format: 'date-time' })
  since: string;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      'Whether it is the caller’s machine, by `x-machine-id` and the key’s owner; null where one of them told none.',
  })
  is_caller: boolean | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Another name that came with the same `x-machine-id` in turn: a copied home folder, or a cloned machine.',
  })
  also_called: string | null;
}

class UsageWindowResponse implements UsageWindowDto {
  @ApiProperty({ type: String, example: 'five_hour' })
  name: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 100,
    description: 'Null once the window has been reset since.',
  })
  used_percent: number | null;

  @ApiProperty({ type: String, format: 'date-time' })
  resets_at: string;
}

export class AccountUsageResponse implements AccountUsageDto {
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was read.' })
  at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where it was read. Null for who sees no machines.',
    example: 'ada-laptop',
  })
  machine: string | null;

  @ApiProperty({ type: [UsageWindowResponse] })
  windows: UsageWindowResponse[];
}

@ApiExtraModels(AccountHolderResponse, AccountUsageResponse)
export class AccountResponse implements AccountDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'Team 1' })
  name: string;

  @ApiProperty({ type: String, enum: ACCOUNT_TYPES })
  type: AccountType;

  @ApiProperty({ type: String })
  description: string;

  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...ACCOUNT_TOOLS, null],
    description: 'The program whose sessions it holds. Null until a person or the first session tells.',
  })
  tool: AccountTool | null;

  @ApiProperty({ type: Boolean, description: 'At most one a tool is.' })
  is_active: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it became the active one last.',
  })
  activated_at: string | null;

  @ApiProperty({ type: Boolean })
  has_session: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Never used twice, by no account; null without a session.',
  })
  session_version: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the session was stored.',
  })
  session_updated_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the access token expires, where the session says it (`expiresAt`, `expires_at`).',
  })
  session_expires_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the refresh token expires, where the session says it (`refreshTokenExpiresAt`).',
  })
  session_refresh_expires_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'A keyed hash of whose session it is. Null where the session does not say.',
  })
  identity: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Whose session it is: the address, and the organisation or workspace. Null where the session does not say, and for a ' +
      'key without `session:read`.',
    example: 'ada@example.com (Ops Ltd)',
  })
  owner: string | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(AccountHolderResponse) }, { type: 'null' as never }],
    description: 'The machine that read or stored the session last, and since when.',
  })
  held_by: AccountHolderResponse | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(AccountUsageResponse) }, { type: 'null' as never }],
    description: 'How much of the provider’s limits is used, as a machine read it last; null: not reported.',
  })
  usage: AccountUsageResponse | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}

true satisfies SameShape<UsageWindowResponse, UsageWindowDto>;
true satisfies SameShape<AccountUsageResponse, AccountUsageDto>;
true satisfies SameShape<AccountHolderResponse, AccountHolderDto>;
true satisfies SameShape<AccountResponse, AccountDto>;
