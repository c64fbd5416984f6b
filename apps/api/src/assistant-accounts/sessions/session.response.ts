import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_TYPES,
  type AccountSessionDto,
  type AccountType,
  type ActiveSessionDto,
  type SessionDocument,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { MaybeTime } from '../../platform/docs/time-properties';

export class ActiveSessionResponse implements ActiveSessionDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'Team 1' })
  name: string;

  @ApiProperty({ type: String, enum: ACCOUNT_TYPES })
  type: AccountType;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The document with its keys and their order as it was stored.',
  })
  session_data: SessionDocument;

  @ApiProperty({ type: 'integer', description: 'Also the `ETag`.' })
  session_version: number;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}

export class AccountSessionResponse implements AccountSessionDto {
  @ApiProperty({ type: 'integer', description: 'The `session_version` that the account had with it.' })
  version: number;

  @ApiProperty({ type: Boolean, description: 'Whether it is the present session of the account.' })
  is_current: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  stored_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the user or of the key; null if that was not recorded.',
  })
  stored_by: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'As `x-machine-name` said.' })
  machine: string | null;

  @MaybeTime() expires_at: string | null;

  @MaybeTime() refresh_expires_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'As in the account.' })
  identity: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'As in the account.' })
  owner: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The version that was put back; null for a session that was stored.',
  })
  restored_from: number | null;
}

true satisfies SameShape<ActiveSessionResponse, ActiveSessionDto>;
true satisfies SameShape<AccountSessionResponse, AccountSessionDto>;
