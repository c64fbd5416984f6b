import type { ExecutionDto } from '@groupless/shared-dto';
import type { WorkflowExecution } from './workflow-execution.entity';

export function toExecutionDto(execution: WorkflowExecution): ExecutionDto {
  const { id, called_at, status, duration_ms, error_code } = execution;
  return { id, called_at: called_at.toISOString(), status, duration_ms, error_code };
}
