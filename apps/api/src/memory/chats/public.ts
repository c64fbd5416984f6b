import { Topic } from '../../shared/bus/topic';
import { lockChats } from './lock-chat';

/** Messages of chats were erased: copies of their words are to be removed. */
export const CHATS_ERASED = new Topic<{ chat_ids: readonly string[] }, void>('messages of chats erased');

/** Writers of these chats wait, and see what was done then. */
export const LOCK_CHATS = lockChats(
  'select chat_id from unnest($1::text[]) as chat_id order by chat_id collate "C"',
);
