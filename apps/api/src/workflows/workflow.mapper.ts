import type { WorkflowDto } from '@groupless/shared-dto';
import type { Workflow } from './workflow.entity';

/** @param base_url the server's address without a trailing slash */
export function toWorkflowDto(workflow: Workflow, base_url: string): WorkflowDto {
  const { id, name, method, path, active, created_at, updated_at } = workflow;
  return {
    id,
    name,
    method,
    path,
    url: webhookUrl(base_url, id, path),
    active,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function webhookUrl(base_url: string, id: string, path: string): string {
  return `${base_url}/webhook/${id}/webhook/${path}`;
}
