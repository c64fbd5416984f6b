import { LIMITS } from '@groupless/shared-dto';
import { Flag, OneOf, Text } from '../../platform/validation/fields';
import { OutsideId } from '../../platform/validation/outside-id';
import { ObjectOf } from '../../platform/validation/object-fields';
import { RowIds } from '../../platform/validation/row-id-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { MessagesRequest } from './conversation.requests';
import { PingContactRequest, PingMessageRequest } from './ping.request';

/** The conversation to read; without one, all are listed. */
export class ReadConversationRequest extends MessagesRequest {
  @Uuid({ optional: true })
  id?: string;

  @OutsideId({ optional: true })
  chat_id?: string;

  @Text({ optional: true, ...LIMITS.search })
  search?: string;
}

/** The authors that a model can report: the customer, or itself. */
const ROLES = ['user', 'assistant'] as const;

/** Ids and times sent by models are ignored; the server makes its own. */
export class ModelMessageRequest extends PingMessageRequest {
  @OneOf({ values: ROLES })
  declare role: (typeof ROLES)[number];
}

export class TakeMessagesRequest {
  @OutsideId({ optional: true })
  chat?: string;

  @Text({ optional: true, ...LIMITS.word })
  channel?: string;

  @ObjectOf(() => ModelMessageRequest, { optional: true })
  message?: ModelMessageRequest;

  @ObjectOf(() => PingContactRequest, { optional: true })
  contact?: PingContactRequest;

  @Flag({ optional: true })
  needs_human?: boolean;

  @RowIds({ optional: true, ...LIMITS.delivered })
  delivered?: number[];
}
