import { LIMITS, type MessageSearchQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { PageRequest } from '../../platform/validation/page.request';

export class MessageSearchRequest extends PageRequest implements MessageSearchQueryDto {
  @Text({
    ...LIMITS.search,
    description: 'Words in any order; typing errors are forgiven.',
    example: 'saturday morning',
  })
  q: string;

  @Uuid({ optional: true, description: 'Of this conversation alone.' })
  conversation_id?: string;
}

true satisfies SameShape<MessageSearchRequest, MessageSearchQueryDto>;
