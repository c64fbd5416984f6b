import type { TaskDto } from '@groupless/shared-dto';
import type { AssistantTask } from './assistant-task.entity';

export function toTaskDto({ id, project_id, task, status, priority, ...times }: AssistantTask): TaskDto {
  return {
    id,
    project_id,
    task,
    status,
    priority,
    created_at: times.created_at.toISOString(),
    updated_at: times.updated_at.toISOString(),
  };
}
