import { LIMITS, TASK_ACTIONS, type TaskAction, type TaskInputDto } from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { FilledText, Integer, OneOf, Text } from '../../shared/validation/fields';

export class TaskRequest implements TaskInputDto {
  @OneOf({ values: TASK_ACTIONS, example: 'create' })
  action: TaskAction;

  @FilledText({
    ...LIMITS.task,
    description: 'The whole text. It is the identity of the task: done and cancel repeat it exactly.',
    example: 'Renew the certificate of the booking page',
  })
  task: string;

  @Integer({ optional: true, ...LIMITS.priority, description: '10 is most urgent.', example: 8 })
  priority?: number;

  @Text({ optional: true, ...LIMITS.project_name, description: 'Name of a known project.' })
  project?: string;
}

true satisfies SameShape<TaskRequest, TaskInputDto>;
