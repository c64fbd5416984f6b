import type { Caller } from '../../platform/access/caller';

/** Who reads with the own marks; null: a key, or a viewer, who marks nothing. They see what the team has not read. */
export function readerOf(caller: Caller): string | null {
  return caller.kind === 'user' && caller.role !== 'viewer' ? caller.id : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** SQL: the reader as a literal. A parameter would keep the statements of lists from being planned once. */
export function readerSql(reader: string | null): string {
  if (reader === null) return 'null::uuid';
  if (!UUID.test(reader)) throw new Error('A reader is the id of a user.');
  return `'${reader}'::uuid`;
}

/** SQL: the messages of a customer that the reader has not read; no row for readers without own marks. */
const own = (reader: string, shown: string) => `
  (select ${shown} from users as reader
   left join conversation_reads as mark on mark.user_id = reader.id and mark.conversation_id = conversations.id
   where reader.id = ${reader})`;

const NEW = `
  unnest(conversations.received_ids) as received (received_id) where received_id > coalesce(mark.read_to, reader.messages_read_to)`;

/**
 * SQL: how many messages of a row of `conversations` are unread; for readers without own marks, by the team.
 * @param reader an expression of the user's id
 */
export const unreadCount = (reader: string) => `
  coalesce(${own(reader, `greatest((select count(*)::int from ${NEW}), coalesce(mark.is_unread, false)::int)`)}, unread_count)`;

/** SQL: the first of them, by when they came. */
export const firstUnreadId = (reader: string) => own(reader, `(select min(received_id)::float8 from ${NEW})`);

/** SQL: the last message of a customer, as an index has it. */
const LAST = 'coalesce(received_ids[cardinality(received_ids)], 0)';

/** As many of the newest as are looked through: who has more has not looked for long. */
const MOST = 10_000;

/** SQL: the ids of the conversations that a user has not read. */
export const unreadIds = (reader: string) => `
  select id from (
    select id, received_ids, unread_count from conversations
    where ${LAST} > (select messages_read_to from users where users.id = ${reader}) order by ${LAST} desc limit ${MOST}
  ) as conversations where ${unreadCount(reader)} > 0
  union select conversation_id from conversation_reads where user_id = ${reader} and is_unread`;
