import type { StateDto } from '@groupless/shared-dto';
import { toldPlace } from '../../session-place';
import type { AssistantState } from './assistant-state.entity';

export function toStateDto(state: AssistantState): StateDto {
  const { id, key, value, category, updated_at, project_id } = state;
  const entry = { id, key, value, category, updated_at: updated_at.toISOString() };
  return { ...entry, ...(project_id === null ? {} : { project_id }), ...toldPlace(state) };
}
