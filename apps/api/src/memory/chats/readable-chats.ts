import { demandOfRole, satisfies } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';

/** Chats about projects have ids that begin so. All others are those of customers. */
export const PROJECT_CHATS = 'project:';

/**
 * How the ids of the chats begin that a caller may read. A key that opens the memory alone is that of a coding assistant,
 * which no word of a customer may reach.
 * @returns empty: all chats
 */
export function readableChats(caller: Caller): string {
  return satisfies(caller, demandOfRole('viewer')) ? '' : PROJECT_CHATS;
}
