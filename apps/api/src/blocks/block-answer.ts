import type { SavedBlockDto } from '@groupless/shared-dto';
import { created, okDto, type Answer } from '../platform/http/answer';

/** 201 with the address of what was made; 200 for a trial. */
export function blockAnswer(block: SavedBlockDto, isTrial: boolean): Answer<SavedBlockDto> {
  return isTrial ? okDto(block) : created('/api/blocks', block);
}
