import { ApiProperty } from '@nestjs/swagger';
import type { AuditEventDto, AuditUserDto } from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';

class AuditUser implements AuditUserDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Ada',
    description: 'After the user’s end as it was then.',
  })
  name: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ada@example.com',
    description: 'Null after the user’s end.',
  })
  email: string | null;
}

class AuditEventResponse implements AuditEventDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  at: string;

  @ApiProperty({
    type: () => AuditUser,
    nullable: true,
    description: 'Who did it; null if it was a key, somebody unknown, or the server itself.',
  })
  user: AuditUser | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Website',
    description: 'The API key with which it was done.',
  })
  key_name: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '0193a2f4-7c1e-7b3a-9f43-1f2b8f6d2a10',
    description:
      'Its id, which no other key ever has; of a key of the settings the name of its variable. Null where that was not kept.',
  })
  key_id: string | null;

  @ApiProperty({ type: String, example: 'settings.updated' })
  action: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'settings:chat-agent',
    description: 'To what, as `kind:id`.',
  })
  object: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'What the object was called then, of appointments with their client; where that was not kept, what it is called ' +
      'now: of clients, users, accounts, keys, saved replies, appointments and conversations, and the address of a ' +
      'webhook without its query. Null when that is gone.',
  })
  object_name: string | null;

  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7', description: 'From where.' })
  ip: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] as never },
    description: 'Facts that explain it.',
    example: { fields: 'greeting, services' },
  })
  details: Record<string, string | number | boolean | null>;
}

export class AuditLogPage extends pageOf(AuditEventResponse) {}

true satisfies SameShape<AuditEventResponse, AuditEventDto>;
