import type { ExecutionDto } from '@groupless/shared-dto';
import type { Execution } from './execution.entity';

export function toExecutionDto(execution: Execution): ExecutionDto {
  const { id, called_at, status, duration_ms, error_code } = execution;
  return { id, called_at: called_at.toISOString(), status, duration_ms, error_code };
}
