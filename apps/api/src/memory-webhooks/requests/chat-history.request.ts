import { LIMITS, type ChatHistoryQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { QueryInteger } from '../../platform/validation/fields';
import { OutsideId } from '../../platform/validation/outside-id';

export class ChatHistoryRequest implements ChatHistoryQueryDto {
  @OutsideId({
    description: 'The chat, as its platform names it.',
    example: '4915112345678',
  })
  chat_id: string;

  @QueryInteger({
    optional: true,
    ...LIMITS.chat_history,
    description: 'How many messages at most.',
    example: 30,
  })
  limit?: number;

  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of a message: answers those before it.',
  })
  before?: number;
}

true satisfies SameShape<ChatHistoryRequest, ChatHistoryQueryDto>;
