import { ApiProperty } from '@nestjs/swagger';
import {
  SESSION_RESULTS,
  STATE_RESULTS,
  TASK_RESULTS,
  type SessionSummaryResultDto,
  type StateResult,
  type TaskResult,
  type TaskResultDto,
  type UpdateStateResultDto,
} from '@groupless/shared-dto';
import { SessionRow, StateRow, TaskRow } from '../../memory/rows.response';
import type { SameShape } from '../../shared/docs/same-shape';

export class SessionSummaryResponse implements SessionSummaryResultDto {
  @ApiProperty({ type: String, enum: SESSION_RESULTS })
  result: SessionSummaryResultDto['result'];

  @ApiProperty({ type: SessionRow })
  session: SessionRow;
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
}

export class TaskResponse implements TaskResultDto {
  @ApiProperty({ type: String, enum: TASK_RESULTS })
  result: TaskResult;

  @ApiProperty({ type: TaskRow })
  task: TaskRow;
}

true satisfies SameShape<SessionSummaryResponse, SessionSummaryResultDto>;
true satisfies SameShape<UpdateStateResponse, UpdateStateResultDto>;
true satisfies SameShape<TaskResponse, TaskResultDto>;
