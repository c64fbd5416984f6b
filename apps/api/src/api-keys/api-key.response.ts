import { ApiProperty } from '@nestjs/swagger';
import {
  KEY_SCOPES,
  type ApiKeyDto,
  type CreatedApiKeyDto,
  type KeyOwnerDto,
  type KeyScope,
} from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';

class ApiKeyBase {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'Website' })
  name: string;

  @ApiProperty({ type: String, enum: KEY_SCOPES, isArray: true, example: ['panel:read'] })
  scopes: KeyScope[];

  @ApiProperty({ type: String, format: 'date-time' })
  expires_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;
}

class KeyOwner implements KeyOwnerDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null: the user was removed.', example: 'Ada' })
  name: string | null;
}

export class ApiKeyResponse extends ApiKeyBase implements ApiKeyDto {
  @ApiProperty({ type: String, example: 'gl_0Ab3dE5F', description: 'How the key begins.' })
  prefix: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'To the minute; null: never.',
  })
  last_used_at: string | null;

  @ApiProperty({
    type: KeyOwner,
    nullable: true,
    description: 'The user for whom it opens the memory; null: it does not open it.',
  })
  owner: KeyOwner | null;
}

export class CreatedApiKeyResponse extends ApiKeyBase implements CreatedApiKeyDto {
  @ApiProperty({ type: String, description: 'For the header `x-api-key`. Shown this once.' })
  key: string;
}

true satisfies SameShape<ApiKeyResponse, ApiKeyDto>;
true satisfies SameShape<CreatedApiKeyResponse, CreatedApiKeyDto>;
