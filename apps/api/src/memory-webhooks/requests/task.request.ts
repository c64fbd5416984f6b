import { LIMITS, TASK_ACTIONS, type TaskAction, type TaskInputDto } from '@groupless/shared-dto';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import type { SameShape } from '../../platform/docs/same-shape';
import { FilledText, Integer, OneOf, Text } from '../../platform/validation/fields';
import { Instant } from '../../platform/validation/times/time-fields';
import { SessionPlaceRequest } from '../../memory/public';

export class TaskRequest extends SessionPlaceRequest implements TaskInputDto {
  @OneOf({ values: TASK_ACTIONS, example: 'create' })
  action: TaskAction;

  @ApiProperty({ required: false })
  @ValidateIf(({ task, id }: TaskRequest) => task !== undefined || id === undefined)
  @FilledText({
    ...LIMITS.task,
    description:
      'The whole text, by which the task is known: done and cancel repeat it exactly, or send `id`.',
    example: 'Renew the certificate of the booking page',
  })
  task?: string;

  @Integer({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'For done and cancel, instead of the text.',
  })
  id?: number;

  @Integer({ optional: true, ...LIMITS.priority, description: '10 is most urgent.', example: 8 })
  priority?: number;

  @Text({ optional: true, ...LIMITS.project_name, description: 'Name of a known project, or its identity.' })
  project?: string;

  @Instant({
    optional: true,
    description: 'When it was said, in the last 30 days, if it is sent later. Default: now.',
    example: '2026-11-20T08:30:00Z',
  })
  said_at?: string;
}

true satisfies SameShape<TaskRequest, TaskInputDto>;
