import { Topic } from '../../shared/bus/topic';

/** Messages of chats were erased: copies of their words are to be removed. */
export const CHATS_ERASED = new Topic<{ chat_ids: readonly string[] }, void>('messages of chats erased');

/** Writers of these chats wait, and see what was done then. Those who lock several rows lock them in the same order. */
export const LOCK_CHATS = `
  insert into chats as known (chat_id) select chat_id from unnest($1::text[]) as chat_id order by chat_id collate "C"
  on conflict (chat_id) do update set takeovers = known.takeovers`;
