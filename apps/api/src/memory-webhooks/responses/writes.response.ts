import { ApiProperty } from '@nestjs/swagger';
import {
  SESSION_RESULTS,
  STATE_RESULTS,
  TASK_RESULTS,
  type CompletedBeforeDto,
  type SessionSummaryResultDto,
  type SimilarStateDto,
  type StateResult,
  type TaskResult,
  type TaskResultDto,
  type UpdateStateResultDto,
} from '@groupless/shared-dto';
import { SessionRow, StateRow, TaskRow } from '../../memory/rows.response';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';

export class SessionSummaryResponse implements SessionSummaryResultDto {
  @ApiProperty({ type: String, enum: SESSION_RESULTS })
  result: SessionSummaryResultDto['result'];

  @ApiProperty({ type: SessionRow })
  session: SessionRow;

  @ApiProperty({
    type: [String],
    required: false,
    description: 'Decisions to withdraw that are not known, or not clear.',
  })
  unknown_decisions?: string[];

  @ApiProperty({
    type: 'integer',
    required: false,
    description:
      'How many of the decisions to withdraw were left: not known, not clear, or not for the caller.',
  })
  left?: number;

  @ApiProperty({
    type: [String],
    required: false,
    description:
      'Texts of `tasks_completed` that are pending tasks: a summary completes none. Without a project only where there are some.',
  })
  still_pending?: string[];

  @ApiProperty({
    type: [String],
    required: false,
    description: 'Where projects are named: the names that are no project’s.',
  })
  unknown_projects?: string[];

  @ApiProperty({ type: [String], required: false, description: 'What counted as missing, and why.' })
  warnings?: string[];
}

export class SimilarState implements SimilarStateDto {
  @ApiProperty({ type: String, example: 'cart_store' })
  key: string;

  @ApiProperty({ type: String, example: 'Redis 7 on cache-1' })
  value: string;
}

export class UpdateStateResponse implements UpdateStateResultDto {
  @ApiProperty({ type: String, enum: STATE_RESULTS, description: '`unchanged` touched nothing.' })
  result: StateResult;

  @ApiProperty({ type: StateRow })
  state: StateRow;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The value before this call.',
    example: null,
  })
  previous_value: string | null;

  @ApiProperty({ type: Boolean, required: false, description: 'The value before is held, and not told.' })
  previous_held?: true;

  @ApiProperty({
    type: [SimilarState],
    required: false,
    description: 'Keys that are most like a new one.',
  })
  similar?: SimilarState[];
}

export class CompletedBefore implements CompletedBeforeDto {
  @Time() at: string;

  @ApiProperty({ type: String, nullable: true, example: 'Laptop of Ada' })
  by: string | null;
}

export class TaskResponse implements TaskResultDto {
  @ApiProperty({ type: String, enum: TASK_RESULTS })
  result: TaskResult;

  @ApiProperty({ type: TaskRow })
  task: TaskRow;

  @ApiProperty({
    type: [String],
    required: false,
    description: 'Texts that are most like a new one.',
  })
  similar?: string[];

  @ApiProperty({
    type: CompletedBefore,
    required: false,
    nullable: true,
    description: 'When one with this text was done; null: never.',
  })
  completed_before?: CompletedBefore | null;
}

true satisfies SameShape<SessionSummaryResponse, SessionSummaryResultDto>;
true satisfies SameShape<UpdateStateResponse, UpdateStateResultDto>;
true satisfies SameShape<TaskResponse, TaskResultDto>;
