import { Topic } from '../../shared/bus/topic';

/** Messages of chats were erased: copies of their words are to be removed. */
export const CHATS_ERASED = new Topic<{ chat_ids: readonly string[] }, void>('messages of chats erased');
