import type { SavedBlockDto } from '@groupless/shared-dto';
import { createdDto, ok, type Answer } from '../platform/http/answer';
import type { JsonText } from '../platform/http/json-text';

/** 201 with the address of what was made; 200 for a trial. */
export function blockAnswer(block: SavedBlockDto, isTrial: boolean): Answer {
  return isTrial ? ok(JSON.stringify(block) as JsonText) : createdDto('/api/blocks', block);
}
