import type { Calendar } from '../calendar';
import { readScript } from '../data/chat-script';
import { CHATS } from '../data/demo-data';
import type { DemoChat } from '../data/demo-entries';
import { stableId } from '../data/stable-id';
import type { DemoPart } from '../demo-part';

const CLOSED_AFTER_WORKDAYS = 12;
/** The last messages of customers within this time are unread. */
const UNREAD_WORKDAYS = 6;

function toRow(chat: DemoChat, calendar: Calendar): object {
  const { chat_id, channel, contact_name, contact_phone, ago } = chat;
  const messages = readScript(chat.messages, calendar.at(ago, chat.time));
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`The chat ${chat_id} has no message.`);
  const answered = messages.findLastIndex(({ role }) => role !== 'user') + 1;
  return {
    id: stableId(chat_id, first.sent_at),
    chat_id,
    channel,
    contact_name,
    contact_phone,
    status: chat.status ?? (ago > CLOSED_AFTER_WORKDAYS ? 'closed' : 'open'),
    unread_count: ago > UNREAD_WORKDAYS ? 0 : messages.length - answered,
    last_message_at: last.sent_at,
    last_message_role: last.role,
    last_message_preview: last.text,
    created_at: first.sent_at,
  };
}

/** A conversation for each chat, linked to the client with its phone. */
export const conversations: DemoPart = {
  name: 'conversations',
  database: 'panel',
  insert: `
    insert into conversations (
      id, chat_id, channel, contact_name, contact_phone, client_id, status, unread_count,
      last_message_at, last_message_role, last_message_preview, agent_last_seen_at, created_at, updated_at
    )
    select id, chat_id, channel, contact_name, phone,
           client_of_phone(phone, contact_name),
           status, unread_count, last_message_at, last_message_role, left(last_message_preview, 200),
           last_message_at, created_at, last_message_at
    from json_populate_recordset(null::conversations, $1) as demo
    cross join lateral replace(contact_phone, ' ', '') as phone
    order by created_at
    on conflict do nothing
    returning id`,
  rows: (calendar) => CHATS.map((chat) => toRow(chat, calendar)),
};
