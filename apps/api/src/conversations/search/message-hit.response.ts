import { ApiProperty } from '@nestjs/swagger';
import {
  AGENT_STATES,
  type AgentState,
  type AgentStateDto,
  type AssigneeDto,
  type ConversationCountsDto,
  type MessageHitDto,
  type UndeliveredDto,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { MaybeTime, Time } from '../../platform/docs/time-properties';

const Name = (example: string) => ApiProperty({ type: String, nullable: true, example });

class MessageHitResponse implements MessageHitDto {
  @ApiProperty({ type: String, format: 'uuid' }) conversation_id: string;
  @ApiProperty({ type: String, example: '4915112345678' }) chat_id: string;
  @Name('Jana Nováková') name: string | null;
  @Name('Jana') contact_name: string | null;
  @Name('+12125550123') contact_phone: string | null;
  @ApiProperty({ type: 'integer' }) message_id: number;
  @ApiProperty({ type: String, example: 'user' }) role: string;
  @ApiProperty({
    type: String,
    description: 'HTML: what was found stands between `<mark>` and `</mark>`, all else is escaped.',
    example: 'Are you open on <mark>Saturday</mark>?',
  })
  excerpt: string;
  @Time() timestamp: string;
}

export class MessageHitsPage extends pageOf(MessageHitResponse) {}

export class AssignableUserResponse implements AssigneeDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Eve Novak' }) name: string;
}

export class AgentStateResponse implements AgentStateDto {
  @ApiProperty({
    type: String,
    enum: AGENT_STATES,
    description: '`away`: it has not been heard of for a quarter of an hour.',
  })
  state: AgentState;
  @MaybeTime() last_seen_at: string | null;
}

true satisfies SameShape<AgentStateResponse, AgentStateDto>;
true satisfies SameShape<MessageHitResponse, MessageHitDto>;

export class UndeliveredResponse implements UndeliveredDto {
  @ApiProperty({ type: String, format: 'uuid' }) conversation_id: string;
  @ApiProperty({ type: String, example: 'Jana Nováková', description: 'What the conversation is called.' })
  name: string;
  @ApiProperty({ type: 'integer', example: 2 }) replies: number;
  @Time() since: string;
}

true satisfies SameShape<UndeliveredResponse, UndeliveredDto>;

export class ConversationCountsResponse implements ConversationCountsDto {
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Those that need a human or have unread messages; counted up to 10,000.',
  })
  attention: number;
}

true satisfies SameShape<ConversationCountsResponse, ConversationCountsDto>;
