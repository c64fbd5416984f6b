import type { TaskDto } from '@groupless/shared-dto';
import { toldPlace } from '../../session-place';
import type { AssistantTask } from './assistant-task.entity';

export function toTaskDto(row: AssistantTask): TaskDto {
  const { id, project_id, task, status, priority, ...times } = row;
  return {
    id,
    project_id,
    task,
    status,
    priority,
    created_at: times.created_at.toISOString(),
    updated_at: times.updated_at.toISOString(),
    ...toldPlace(row),
  };
}
