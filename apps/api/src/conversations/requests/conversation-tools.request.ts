import { LIMITS } from '@groupless/shared-dto';
import { Text } from '../../shared/validation/fields';
import { Uuid } from '../../shared/validation/uuid-fields';
import { MessagesRequest } from './conversation.requests';

/** Which conversation to read; none named: which there are. */
export class ReadConversationRequest extends MessagesRequest {
  @Uuid({ optional: true })
  id?: string;

  @Text({ optional: true, ...LIMITS.outside_id })
  chat_id?: string;

  @Text({ optional: true, ...LIMITS.search })
  search?: string;
}
