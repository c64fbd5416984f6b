import { ApiProperty } from '@nestjs/swagger';
import {
  TASK_STATUSES,
  type ChatMessageDto,
  type DecisionDto,
  type DecisionVersionDto,
  type PersonDto,
  type ProjectDto,
  type ProjectRecordDto,
  type SessionDto,
  type StateDto,
  type StoredChatMessagesDto,
  type TaskDto,
  type TaskStatus,
} from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';
import { Time } from '../platform/docs/time-properties';

const Id = () => ApiProperty({ type: 'integer' });
const Text = () => ApiProperty({ type: String });
const Place = (example: string) => ApiProperty({ type: String, required: false, nullable: true, example });
const Priority = () =>
  ApiProperty({ type: 'integer', minimum: 1, maximum: 10, description: '10 is most urgent.' });

export class SessionRow implements SessionDto {
  @Id() id: number;
  @Time() session_date: string;
  @Text() summary: string;
  @Text() projects_touched: string;
  @Text() decisions_made: string;
  @Text() tasks_completed: string;
  @Text() tasks_created: string;
  @ApiProperty({ type: String, nullable: true, example: 'focused' }) mood: string | null;
  @ApiProperty({
    type: String,
    required: false,
    description: 'The assistant’s own id of its session; only where it told of it.',
  })
  session_id?: string;
  @Place('feature/cart') branch?: string | null;
  @Place('1f3e5d7') head?: string | null;
  @Place('laptop-of-ada') machine?: string | null;
}

export class StateRow implements StateDto {
  @Id() id: number;
  @Text() key: string;
  @Text() value: string;
  @ApiProperty({ type: String, example: 'server' }) category: string;
  @Time() updated_at: string;
  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'Only where it belongs to a project.',
    example: 3,
  })
  project_id?: number;
}

export class TaskRow implements TaskDto {
  @Id() id: number;
  @ApiProperty({ type: 'integer', nullable: true, example: null }) project_id: number | null;
  @Text() task: string;
  @ApiProperty({ type: String, enum: TASK_STATUSES }) status: TaskStatus;
  @Priority() priority: number;
  @Time() created_at: string;
  @Time() updated_at: string;
}

export class ProjectRow implements ProjectDto {
  @Id() id: number;
  @Text() name: string;
  @Text() description: string;
  @ApiProperty({
    type: String,
    description:
      'active, paused or archived; any other word is from before there were these, and counts as active.',
    example: 'active',
  })
  status: string;
  @Text() server: string;
  @Text() url: string;
  @Text() stack: string;
  @Text() notes: string;
  @Priority() priority: number;
  @Time() created_at: string;
  @Time() updated_at: string;
}

export class ProjectRecord extends ProjectRow implements ProjectRecordDto {
  @ApiProperty({
    type: [String],
    description: 'By what it is found: remotes, the first commit, folders on machines.',
    example: ['github.com/ada/shop'],
  })
  identities: string[];
}

export class PersonRow implements PersonDto {
  @Id() id: number;
  @Text() name: string;
  @Text() relationship: string;
  @Text() notes: string;
  @Time() updated_at: string;
}

class DecisionText {
  @Id() id: number;
  @ApiProperty({ type: String, example: 'Amounts are integers in cents.' }) text: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The `id` of the session’s row that said it last, which may be gone; not the assistant’s own id of it.',
    example: 4,
  })
  session_id: number | null;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it was said last.' }) at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: it stands.' })
  withdrawn_at: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The decision that came in its place.',
    example: null,
  })
  replaced_by: number | null;
}

export class DecisionRow extends DecisionText implements DecisionDto {
  @ApiProperty({ type: String, nullable: true, description: 'The name of its project.', example: 'website' })
  project: string | null;
}

export class DecisionVersion extends DecisionText implements DecisionVersionDto {
  @ApiProperty({ type: 'integer', nullable: true, example: 3 }) project_id: number | null;
}

export class ChatMessageRow implements ChatMessageDto {
  @Id() id: number;
  @ApiProperty({ type: String, example: 'user' }) role: string;
  @Text() message: string;
  @Time() timestamp: string;
}

true satisfies SameShape<SessionRow, SessionDto>;
true satisfies SameShape<StateRow, StateDto>;
true satisfies SameShape<TaskRow, TaskDto>;
true satisfies SameShape<ProjectRow, ProjectDto>;
true satisfies SameShape<ProjectRecord, ProjectRecordDto>;
true satisfies SameShape<PersonRow, PersonDto>;
true satisfies SameShape<DecisionRow, DecisionDto>;
true satisfies SameShape<DecisionVersion, DecisionVersionDto>;
true satisfies SameShape<ChatMessageRow, ChatMessageDto>;

export class StoredChatMessagesResponse implements StoredChatMessagesDto {
  @ApiProperty({ type: 'integer', description: 'How many messages are new.' }) stored: number;
  @ApiProperty({ type: 'integer', description: 'How many were stored before.' }) known: number;
}

true satisfies SameShape<StoredChatMessagesResponse, StoredChatMessagesDto>;

export class ProjectsPage extends pageOf(ProjectRecord) {}
export class PeoplePage extends pageOf(PersonRow) {}
export class StatePage extends pageOf(StateRow) {}
export class TasksPage extends pageOf(TaskRow) {}
export class DecisionsPage extends pageOf(DecisionRow) {}
export class SessionsPage extends pageOf(SessionRow) {}
