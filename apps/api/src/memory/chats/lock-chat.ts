/**
 * SQL: the rows of chats, made where there are none and locked until the commit. They come before a message gets its id, so
 * that the ids of a chat are in the order of the commits.
 * @param chats a query of their ids: who locks several locks them in the same order
 */
export function lockChats(chats: string): string {
  return `insert into chats as known (chat_id) ${chats}
      on conflict (chat_id) do update set takeovers = known.takeovers`;
}

/** SQL: locks the chat $1. */
export const LOCK_CHAT = lockChats('values ($1)');
