import { LIMITS, type ProjectDto, type ProjectStatus } from '@groupless/shared-dto';
import { max, maxLength, min, required, type SchemaPathTree } from '@angular/forms/signals';

/** A project as a form has it. */
export interface ProjectModel {
  name: string;
  /** A word from before there were these stays until another is chosen. */
  status: ProjectStatus;
  priority: number;
  description: string;
  server: string;
  url: string;
  stack: string;
  notes: string;
}

export const NEW_PROJECT: ProjectModel = {
  name: '',
  status: 'active',
  priority: LIMITS.priority.default,
  description: '',
  server: '',
  url: '',
  stack: '',
  notes: '',
};

export function projectModel(project: ProjectDto): ProjectModel {
  const { name, status, priority, description, server, url, stack, notes } = project;
  return { name, status: status as ProjectStatus, priority, description, server, url, stack, notes };
}

export function projectRules(path: SchemaPathTree<ProjectModel>): void {
  required(path.name);
  required(path.priority);
  maxLength(path.name, LIMITS.project_name.max);
  min(path.priority, LIMITS.priority.min);
  max(path.priority, LIMITS.priority.max);
  for (const line of [path.server, path.url, path.stack]) maxLength(line, LIMITS.line.max);
  for (const text of [path.description, path.notes]) maxLength(text, LIMITS.description.max);
}
