import type { StateDto } from '@groupless/shared-dto';
import type { AssistantState } from './assistant-state.entity';

export function toStateDto({ id, key, value, category, updated_at, project_id }: AssistantState): StateDto {
  const entry = { id, key, value, category, updated_at: updated_at.toISOString() };
  return project_id === null ? entry : { ...entry, project_id };
}
