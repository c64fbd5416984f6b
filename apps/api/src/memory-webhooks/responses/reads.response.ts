import { ApiProperty } from '@nestjs/swagger';
import type { ChatHistoryDto, ContextDto } from '@groupless/shared-dto';
import {
  ChatMessageRow,
  PersonRow,
  ProjectRow,
  SessionRow,
  StateRow,
  TaskRow,
} from '../../memory/rows.response';
import type { SameShape } from '../../shared/docs/same-shape';

export class ContextResponse implements ContextDto {
  @ApiProperty({ type: [ProjectRow], description: 'The most important first, then by name.' })
  projects: ProjectRow[];

  @ApiProperty({ type: [SessionRow], description: 'The newest ten, newest first.' })
  recent_sessions: SessionRow[];

  @ApiProperty({ type: [StateRow], description: 'By category and key.' })
  state: StateRow[];

  @ApiProperty({ type: [PersonRow], description: 'By name.' })
  people: PersonRow[];

  @ApiProperty({ type: [TaskRow], description: 'The most urgent first, then the oldest.' })
  pending_tasks: TaskRow[];
}

export class ChatHistoryResponse implements ChatHistoryDto {
  @ApiProperty({ type: String })
  chat_id: string;

  @ApiProperty({ type: [ChatMessageRow], description: 'Oldest first.' })
  messages: ChatMessageRow[];
}

true satisfies SameShape<ContextResponse, ContextDto>;
true satisfies SameShape<ChatHistoryResponse, ChatHistoryDto>;
