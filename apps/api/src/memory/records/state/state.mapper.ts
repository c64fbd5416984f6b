import type { StateDto } from '@groupless/shared-dto';
import type { AssistantState } from './assistant-state.entity';

export function toStateDto({ id, key, value, category, updated_at }: AssistantState): StateDto {
  return { id, key, value, category, updated_at: updated_at.toISOString() };
}
