import type { Caller } from '../../../platform/access/caller';
import { isAgent } from '../../agent';

/**
 * Which bookings an agent finds by its `external_id`: those that its own key made. Bookings of versions that did not
 * record the key belong to whoever knows the id, as before. Tools know a booking by its `handle` instead, which only
 * the client's own conversation was given. A booking that a person gives to another client loses the `external_id` and
 * gets a new handle.
 */
export const HELD_BY_KEY = `(made_by_key = :key_id or made_by_key is null)`;

/** The key that owns an `external_id`; null for people and integrators, who share one namespace. */
export function keyOf(caller: Caller): string | null {
  return caller.kind === 'key' && isAgent(caller) ? caller.id : null;
}
