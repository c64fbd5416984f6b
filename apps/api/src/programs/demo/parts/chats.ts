import { readScript } from '../data/chat-script';
import { CHATS } from '../data/demo-data';
import type { DemoPart } from '../demo-part';

/** In the order of sending, as the agent would store them. */
export const chats: DemoPart = {
  name: 'chat messages',
  insert: `
    insert into chat_history (chat_id, role, message, timestamp, external_id)
    select chat_id, role, message, timestamp, external_id
    from json_populate_recordset(null::chat_history, $1) as demo
    where not exists (select from chat_history where chat_id = demo.chat_id)
    order by timestamp
    returning id`,
  rows: (calendar) =>
    CHATS.flatMap(({ chat_id, ago, time, has_external_ids, messages }) =>
      readScript(messages, calendar.at(ago, time)).map(({ role, text, sent_at }, index) => ({
        chat_id,
        role,
        message: text,
        timestamp: sent_at,
        external_id: has_external_ids && role === 'user' ? `m-${index + 1}` : null,
      })),
    ),
};
