import type { PersonDto } from '@groupless/shared-dto';
import type { AssistantPerson } from './assistant-person.entity';

export function toPersonDto({ id, name, relationship, notes, updated_at }: AssistantPerson): PersonDto {
  return { id, name, relationship, notes, updated_at: updated_at.toISOString() };
}
