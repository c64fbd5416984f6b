import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { SESSION_RESULTS, STATE_RESULTS, TASK_RESULTS } from '@groupless/shared-dto';
import { ChatMessageRow } from '../../memory/rows.response';
import { CompletedBefore, SimilarState } from './writes.response';

/* The answers of the webhooks as tools describe them: definitions are part of every conversation, so rows have no fields there. */

const ROW = { type: 'object', additionalProperties: true } as const;
const Row = () => ApiProperty(ROW);
const Result = (values: readonly string[]) => ApiProperty({ type: String, enum: values });
const Rest = (description = '') => ApiProperty({ type: [String], required: false, description });

export class SummaryToolResponse {
  @Result(SESSION_RESULTS) result: string;
  @Row() session: object;
  @Rest('Of tasks_completed, what is a pending task: end it with task.') still_pending?: string[];
  @Rest() unknown_projects?: string[];
  @Rest() unknown_decisions?: string[];
}

export class StateToolResponse {
  @Result(STATE_RESULTS) result: string;
  @Row() state: object;
  @ApiProperty({ type: String, nullable: true }) previous_value: string | null;
  @ApiProperty({ type: [SimilarState], required: false }) similar?: SimilarState[];
}

export class TaskToolResponse {
  @Result([...TASK_RESULTS, 'listed']) result: string;
  @ApiProperty({ ...ROW, required: false } as unknown as ApiPropertyOptions) task?: object;
  @Rest() tasks?: string[];
  @ApiProperty({ type: Number, required: false }) total?: number;
  @Rest('Pending tasks that are like a new one.') similar?: string[];
  @ApiProperty({ type: CompletedBefore, nullable: true, required: false })
  completed_before?: CompletedBefore | null;
}

export class ChatToolResponse {
  @ApiProperty({ type: String }) chat_id: string;
  @ApiProperty({ type: [ChatMessageRow] }) messages: ChatMessageRow[];
  @ApiProperty({ type: Number, required: false }) before?: number;
}
