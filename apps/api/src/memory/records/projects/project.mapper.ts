import type { ProjectDto } from '@groupless/shared-dto';
import type { AssistantProject } from './assistant-project.entity';

export function toProjectDto(project: AssistantProject): ProjectDto {
  const { id, name, description, status, server, url, stack, notes, priority } = project;
  return {
    id,
    name,
    description,
    status,
    server,
    url,
    stack,
    notes,
    priority,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
  };
}
