import { LIMITS, TASK_ACTIONS } from '@groupless/shared-dto';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { FilledText, Integer, OneOf, Text } from '../../platform/validation/fields';
import { OutsideId } from '../../platform/validation/outside-id';

/* What the tools of the memory take beside what its webhooks take. */

const Project = () => Text({ optional: true, ...LIMITS.project_name });
const Description = () => Text({ optional: true, ...LIMITS.description });
const RowId = () => Integer({ optional: true, min: 1, max: Number.MAX_SAFE_INTEGER });

const TASK_TOOL_ACTIONS = [...TASK_ACTIONS, 'list'] as const;

export class TaskToolRequest {
  @OneOf({ values: TASK_TOOL_ACTIONS })
  action: (typeof TASK_TOOL_ACTIONS)[number];

  @ApiProperty({ required: false })
  @ValidateIf(
    ({ task, id, action }: TaskToolRequest) => task !== undefined || (id === undefined && action !== 'list'),
  )
  @FilledText(LIMITS.task)
  task?: string;

  @RowId() id?: number;
  @Integer({ optional: true, ...LIMITS.priority }) priority?: number;
  @Project() project?: string;
}

export class ProjectChatRequest {
  @Project() project?: string;
  @OutsideId({ optional: true }) chat_id?: string;
  @Integer({ optional: true, ...LIMITS.chat_history }) limit?: number;
  @RowId() before?: number;
  @Integer({ optional: true, ...LIMITS.context_budget }) budget?: number;
}

export class DescribeRequest {
  @Project() project?: string;
  @Text({ optional: true, ...LIMITS.person_name }) person?: string;
  @Description() description?: string;
  @Description() notes?: string;
  @Text({ optional: true, ...LIMITS.line }) relationship?: string;
}
