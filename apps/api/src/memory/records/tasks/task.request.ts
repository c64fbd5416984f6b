import {
  LIMITS,
  TASK_SORTS,
  TASK_STATUSES,
  type CreateTaskDto,
  type PatchTaskDto,
  type TaskStatus,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { FilledText, Integer, OneOf, SomeOf, Text } from '../../../platform/validation/fields';
import { WithoutProject } from '../projects/list-scope';
import { AsOf } from '../../history/as-of/as-of.request';
import { PageRequest } from '../../../platform/validation/page.request';

const ProjectId = () =>
  Integer({
    optional: true,
    nullable: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The project that it belongs to.',
  });

export class CreateTaskRequest implements CreateTaskDto {
  @FilledText({
    ...LIMITS.task,
    description: 'The whole text, by which an assistant knows it.',
    example: 'Call the printer',
  })
  task: string;

  @Integer({ optional: true, ...LIMITS.priority, description: '10 is most urgent.', example: 6 })
  priority?: number;

  @ProjectId()
  project_id?: number | null;
}

export class PatchTaskRequest implements PatchTaskDto {
  @FilledText({
    optional: true,
    ...LIMITS.task,
    description: 'Another text. The former ones still find the task while it is pending.',
  })
  task?: string;

  @OneOf({ optional: true, values: TASK_STATUSES, example: 'completed' })
  status?: TaskStatus;

  @Integer({ optional: true, ...LIMITS.priority, description: '10 is most urgent.' })
  priority?: number;

  @ProjectId()
  project_id?: number | null;
}

export class TaskListRequest extends PageRequest {
  @AsOf() as_of?: string;

  @SomeOf({ optional: true, values: TASK_STATUSES, description: 'One status, or several by comma.' })
  status?: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description: "Name of the tasks' project, or its identity; with `as_of` its name at that time.",
  })
  project?: string;

  @WithoutProject() without_project?: 'true' | 'false';

  @OneOf({
    optional: true,
    values: TASK_SORTS,
    description: 'Default: the most urgent first, then the oldest.',
  })
  sort?: (typeof TASK_SORTS)[number];
}

true satisfies SameShape<CreateTaskRequest, CreateTaskDto>;
true satisfies SameShape<PatchTaskRequest, PatchTaskDto>;
