import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_TYPES,
  type AccountDto,
  type AccountType,
  type ActiveSessionDto,
  type SessionDocument,
} from '@groupless/shared-dto';
import type { SameShape } from '../shared/docs/same-shape';

export class AccountResponse implements AccountDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'Team 1' })
  name: string;

  @ApiProperty({ type: String, enum: ACCOUNT_TYPES })
  type: AccountType;

  @ApiProperty({ type: String })
  description: string;

  @ApiProperty({ type: Boolean, description: 'At most one is.' })
  is_active: boolean;

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
    description: 'Where the session says it (`expiresAt`, `expires_at`).',
  })
  session_expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}

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

true satisfies SameShape<AccountResponse, AccountDto>;
true satisfies SameShape<ActiveSessionResponse, ActiveSessionDto>;
