/**
 * SQL: the row of the chat $1, made where there is none and locked until the commit. It comes before a message gets its id, so
 * that the ids of a chat are in the order of the commits.
 */
export const LOCK_CHAT = `insert into chats as known (chat_id) values ($1)
      on conflict (chat_id) do update set takeovers = known.takeovers`;
