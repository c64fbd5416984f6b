import type { SavedBlockDto } from '@groupless/shared-dto';
import { created, okDto, type Answer } from '../../platform/http/answer';

/** 201 with the address of what was made; 200 for a trial, and for a repeat. */
export function blockAnswer({
  saved,
  is_new,
}: {
  saved: SavedBlockDto;
  is_new: boolean;
}): Answer<SavedBlockDto> {
  return is_new ? created('/api/blocks', saved) : okDto(saved);
}
