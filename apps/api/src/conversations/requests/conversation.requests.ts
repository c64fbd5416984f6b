import {
  CONVERSATION_OUTCOMES,
  CONVERSATION_SORTS,
  type AssignConversationDto,
  CONVERSATION_STATUSES,
  LIMITS,
  SETTABLE_STATUSES,
  type ConversationListQueryDto,
  type ConversationSort,
  type DeliveriesQueryDto,
  type ForceDto,
  type LeaveDto,
  type MessagesQueryDto,
  type PatchConversationDto,
  type MarkReadDto,
  type ReplyDto,
  type MarkUnreadDto,
} from '@groupless/shared-dto';
import { Matches } from 'class-validator';
import type { SameShape } from '../../platform/docs/same-shape';
import { fault, field } from '../../platform/validation/field';
import {
  FilledText,
  Flag,
  IsText,
  OneOf,
  QueryFlag,
  QueryInteger,
  SomeOf,
  Text,
} from '../../platform/validation/fields';
import { OptionalBody } from '../../platform/validation/pipe/request.pipe';
import { Instant } from '../../platform/validation/times/time-fields';
import { UpdatedSince } from '../../platform/validation/times/updated-since';
import { OutsideId } from '../../platform/validation/outside-id';
import { RowId } from '../../platform/validation/row-id-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { PageRequest } from '../../platform/validation/page.request';

const ASSIGNEE = /^(?:me|none|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

function Assignee(): PropertyDecorator {
  const description = 'Who looks after them: `me`, `none` for nobody, or the id of a user.';
  return field(
    { optional: true, description, example: 'none' },
    { type: 'string', pattern: ASSIGNEE.source },
    [IsText(), Matches(ASSIGNEE, fault('invalid_format', 'must be me, none or the id of a user'))],
  );
}

export class ConversationListRequest extends PageRequest implements ConversationListQueryDto {
  @Text({
    optional: true,
    ...LIMITS.search,
    description:
      'Part of the name, the phone, the chat’s id or the last message, without regard to case and accents.',
  })
  search?: string;

  @SomeOf({ optional: true, values: CONVERSATION_STATUSES, description: 'One status, or several by comma.' })
  status?: string;

  @QueryFlag({ optional: true, description: 'Whether something is unread.' })
  unread?: 'true' | 'false';

  @OneOf({
    optional: true,
    values: ['true'],
    description: 'Those whose replies have not reached their customers for ten minutes, at most 50.',
  })
  undelivered?: 'true';

  @Uuid({ optional: true, description: 'Those of one client.' })
  client_id?: string;

  @OutsideId({ optional: true, description: 'The one of exactly this chat.' })
  chat_id?: string;

  @Assignee() assigned_to?: string;

  @Text({ optional: true, ...LIMITS.word, description: 'Those of one channel, as the agent names it.' })
  channel?: string;

  @Instant({ optional: true, description: 'Those that began then or later.' }) created_after?: string;
  @Instant({ optional: true, description: 'Those that began before.' }) created_before?: string;
  @SomeOf({
    optional: true,
    values: CONVERSATION_OUTCOMES,
    description:
      'How they went so far, as reports count it: the agent answered all (`alone`), a person was needed, or was and let the ' +
      'client wait; or that the client got a first answer (`answered`). One, or several by comma.',
  })
  outcome?: string;

  @UpdatedSince() updated_since?: string;

  @OneOf({ optional: true, values: CONVERSATION_SORTS, description: 'Default: the newest message first.' })
  sort?: ConversationSort;
}

class WithForce implements ForceDto {
  @Flag({
    optional: true,
    description: 'Whether to do it although a colleague has the conversation, who is named in `taken_by`.',
    example: false,
  })
  force?: boolean;
}

@OptionalBody()
export class ForceRequest extends WithForce {}

class WithLeave extends WithForce implements LeaveDto {
  @Flag({
    optional: true,
    description:
      'Whether to do it although the customer has not got a reply, which `reply_undelivered` names.',
    example: false,
  })
  leave_undelivered?: boolean;
}

@OptionalBody()
export class HandBackRequest extends WithLeave {}

/** The same as a parameter, for a request without a body. */
export class ForceQuery {
  @QueryFlag({
    optional: true,
    description: 'Whether to do it although a colleague has the conversation, who is named in `taken_by`.',
  })
  force?: 'true' | 'false';
}

export class PatchConversationRequest extends WithLeave implements PatchConversationDto {
  @OneOf({
    optional: true,
    values: SETTABLE_STATUSES,
    description: 'Ends a take-over; one is begun by `takeover` alone.',
    example: 'closed',
  })
  status?: (typeof SETTABLE_STATUSES)[number];

  @Uuid({
    optional: true,
    nullable: true,
    description: 'The client who writes; null if none. Pings leave what was set here.',
  })
  client_id?: string | null;
}

export class AssignRequest extends WithLeave implements AssignConversationDto {
  @Uuid({
    nullable: true,
    description: 'The user who looks after it from now on; null: nobody.',
    example: null,
  })
  user_id: string | null;
}

@OptionalBody()
export class ReadRequest implements MarkReadDto {
  @RowId({
    optional: true,
    description: 'The id of the last message that was seen; without it, all are read.',
  })
  up_to?: number;
}

@OptionalBody()
export class UnreadRequest implements MarkUnreadDto {
  @RowId({
    optional: true,
    description: 'The id of the first message that is unread; without it, it is for later.',
  })
  from?: number;
}

export class MessagesRequest implements Pick<MessagesQueryDto, 'before' | 'limit'> {
  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of a message: answers those before it.',
  })
  before?: number;

  @QueryInteger({ optional: true, ...LIMITS.page, description: 'How many messages at most.' })
  limit?: number;
}

/** At most one of the three places. */
export class ThreadRequest extends MessagesRequest {
  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of a message: answers it with as many before as after it.',
  })
  around?: number;

  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of a message: answers those after it.',
  })
  after?: number;
}

export class DeliveriesRequest implements DeliveriesQueryDto {
  @QueryInteger({
    optional: true,
    ...LIMITS.deliveries_wait,
    default: 0,
    description: 'How many seconds to wait for a reply while there is none.',
  })
  wait?: number;
}

export class ReplyRequest extends ForceRequest implements ReplyDto {
  @FilledText({ ...LIMITS.chat_text, example: 'Yes, from 10 to 14.' })
  text: string;
}

true satisfies SameShape<ConversationListRequest, ConversationListQueryDto>;
true satisfies SameShape<PatchConversationRequest, PatchConversationDto>;
true satisfies SameShape<ForceRequest, ForceDto>;
true satisfies SameShape<HandBackRequest, LeaveDto>;
true satisfies SameShape<AssignRequest, AssignConversationDto>;
true satisfies SameShape<ThreadRequest, MessagesQueryDto>;
true satisfies SameShape<ReadRequest, MarkReadDto>;
true satisfies SameShape<UnreadRequest, MarkUnreadDto>;
true satisfies SameShape<ReplyRequest, ReplyDto>;
true satisfies SameShape<DeliveriesRequest, DeliveriesQueryDto>;
