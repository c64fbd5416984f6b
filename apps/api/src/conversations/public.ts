import { Topic } from '../shared/bus/topic';

/** An agent writes in a chat that has no conversation: whoever erases what it had does so before. */
export const CHAT_BEGINS = new Topic<{ chat_id: string }, void>('chat begins');

/** Stands in the stored text of a reminder where its link belongs. */
export const LINK_PLACE = '[…]';

/** Reminders are handed to an agent. The answer has the links of those that have one, by the keys of their messages. */
export const REMINDERS_HANDED_OUT = new Topic<{ keys: readonly string[] }, ReadonlyMap<string, string>>(
  'reminders handed out',
);
