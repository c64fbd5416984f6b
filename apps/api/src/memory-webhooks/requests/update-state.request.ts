import { LIMITS, type UpdateStateInputDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text, Word } from '../../platform/validation/fields';
import { Instant } from '../../platform/validation/times/time-fields';
import { SessionPlaceRequest } from '../../memory/public';

export class UpdateStateRequest extends SessionPlaceRequest implements UpdateStateInputDto {
  @Text({ ...LIMITS.state_key, description: 'Name of the entry.', example: 'web_server' })
  key: string;

  @Text({ ...LIMITS.state_value, description: 'Its value.', example: '10.0.0.5, Debian 12' })
  value: string;

  @Word({
    optional: true,
    ...LIMITS.state_category,
    description:
      'One word, such as server, config or service. A new key gets config; a known one keeps its own.',
    example: 'server',
  })
  category?: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description:
      'Name of a known project, or its identity: the entry belongs to it, and its key is compared without case, with ' +
      '`-`, `_` and spaces alike. Without it the entry belongs to no project.',
  })
  project?: string;

  @Instant({
    optional: true,
    description:
      'When it was said, in the last 30 days, if it is sent later: what was changed since stays. Default: now.',
    example: '2026-11-20T08:30:00Z',
  })
  said_at?: string;
}

true satisfies SameShape<UpdateStateRequest, UpdateStateInputDto>;
