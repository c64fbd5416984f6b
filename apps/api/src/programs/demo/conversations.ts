import type { ConversationStatus } from '@groupless/shared-dto';
import { createHash } from 'node:crypto';
import type { Calendar } from './calendar';
import { CHATS } from './chats/chats';
import { readScript, type DemoChat } from './chats/demo-chat';
import type { DemoPart } from './demo-part';

/** Where the agent asked for somebody, and where somebody answered. Of the others, old ones are closed. */
const STATUSES: Record<string, ConversationStatus> = {
  'chat-447700900167': 'needs_human',
  'chat-447700900183': 'needs_human',
  'chat-447700900104': 'human',
};
const CLOSED_AFTER_WORKDAYS = 12;
/** What the customer wrote last within this time has not been read yet. */
const UNREAD_WORKDAYS = 6;

function toRow(chat: DemoChat, calendar: Calendar): object {
  const { chat_id, channel, contact_name, contact_phone, ago } = chat;
  const messages = readScript(chat.script, calendar.at(ago, chat.time));
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`The chat ${chat_id} has no message.`);
  const answered = messages.findLastIndex(({ role }) => role !== 'user') + 1;
  return {
    id: idOf(chat_id, first.sent_at),
    chat_id,
    channel,
    contact_name,
    contact_phone,
    status: STATUSES[chat_id] ?? (ago > CLOSED_AFTER_WORKDAYS ? 'closed' : 'open'),
    unread_count: ago > UNREAD_WORKDAYS ? 0 : messages.length - answered,
    last_message_at: last.sent_at,
    last_message_role: last.role,
    last_message_preview: last.text,
    created_at: first.sent_at,
  };
}

/** A UUID v7 that is the same in every run on the same day. */
function idOf(chat_id: string, madeAt: Date): string {
  const bytes = createHash('sha256').update(chat_id).digest().subarray(0, 16);
  bytes.writeUIntBE(madeAt.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A conversation for each chat, linked to the one client who has its phone. */
export const conversations: DemoPart = {
  name: 'conversations',
  database: 'panel',
  insert: `
    insert into conversations (
      id, chat_id, channel, contact_name, contact_phone, client_id, status, unread_count,
      last_message_at, last_message_role, last_message_preview, agent_last_seen_at, created_at, updated_at
    )
    select id, chat_id, channel, contact_name, phone,
           (select min(client.id::text)::uuid from clients_with(phone, null) as client having count(*) = 1),
           status, unread_count, last_message_at, last_message_role, left(last_message_preview, 200),
           last_message_at, created_at, last_message_at
    from json_populate_recordset(null::conversations, $1) as demo
    cross join lateral replace(contact_phone, ' ', '') as phone
    order by created_at
    on conflict do nothing`,
  rows: (calendar) => CHATS.map((chat) => toRow(chat, calendar)),
};
