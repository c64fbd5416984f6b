import type { MessageHitDto } from '@groupless/shared-dto';
import { foundIn } from '../ui/formats/highlighted';

/** The part of the address that has a thread open at a hit, and mark it; without one at its end. */
export function placeOf(
  hit: Pick<MessageHitDto, 'message_id' | 'excerpt'> | null,
): Record<'message' | 'found', string | null> {
  return hit === null
    ? { message: null, found: null }
    : { message: String(hit.message_id), found: foundIn(hit.excerpt) || null };
}
