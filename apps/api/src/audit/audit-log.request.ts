import { LIMITS, type AuditQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { DayOrInstant } from '../platform/validation/times/day-or-time';
import { Text } from '../platform/validation/fields';
import { PageRequest } from '../platform/validation/page.request';
import { Uuid } from '../platform/validation/uuid-fields';

export class AuditLogRequest extends PageRequest implements AuditQueryDto {
  @Uuid({ optional: true, description: 'Who did it.' })
  user_id?: string;

  @Text({
    optional: true,
    ...LIMITS.word,
    description: 'How the action begins: `auth.` is all of that kind.',
    example: 'auth.',
  })
  action?: string;

  @Text({
    optional: true,
    ...LIMITS.line,
    min: 1,
    description: 'To what it was done, as `kind:id`.',
    example: 'settings:chat-agent',
  })
  object?: string;

  @Uuid({ optional: true, description: 'The client that it concerned, with its appointments.' })
  client_id?: string;

  @Text({
    optional: true,
    ...LIMITS.search,
    description: 'Part of what the object was called then, without regard to case and accents.',
    example: 'Smith',
  })
  q?: string;

  @DayOrInstant({
    optional: true,
    description: 'From then on. A day is its beginning, in the time zone of the business.',
    example: '2026-11-01',
  })
  from?: string;

  @DayOrInstant({
    optional: true,
    description: 'Before then; not earlier than `from`. A day is its beginning.',
    example: '2026-12-01',
  })
  to?: string;
}

true satisfies SameShape<AuditLogRequest, AuditQueryDto>;
