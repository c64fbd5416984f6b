import type { Caller } from '../../../platform/access/caller';
import { isAgent } from '../../agent';

/**
 * Which bookings an agent finds by its `external_id`: those that its own key made. Those of versions that did not record
 * the key are of whoever knows their id, as they were. A tool knows a booking by its `handle` instead, whoever made it:
 * only who speaks for the client was given that. A booking that a person gives to another client loses the
 * `external_id` and gets another handle, so nobody who held it finds it any more.
 */
export const HELD_BY_KEY = `(made_by_key = :key_id or made_by_key is null)`;

/** The key to which an `external_id` belongs; null for people and integrators, who share one space of ids. */
export function keyOf(caller: Caller): string | null {
  return caller.kind === 'key' && isAgent(caller) ? caller.id : null;
}
