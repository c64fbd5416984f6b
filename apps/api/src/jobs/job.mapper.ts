import type { JobDto } from '@groupless/shared-dto';
import type { JobDeclaration } from '../shared/jobs/job';
import type { JobCounts } from './jobs.repository';

/** @param scheduled when its schedule runs it next; null: it has none */
export function toJobDto(
  { name, every }: JobDeclaration,
  { waiting, active, failed_24h, last_at, last_error, last_result, due_at }: JobCounts,
  scheduled: Date | null,
): JobDto {
  return {
    name,
    every,
    waiting,
    active,
    failed_24h,
    last_at: last_at?.toISOString() ?? null,
    last_error,
    last_result,
    next_at: (due_at ?? scheduled)?.toISOString() ?? null,
  };
}
