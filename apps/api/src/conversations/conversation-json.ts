const time = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** An SQL expression for a conversation as JSON (a `ConversationDto`), over unqualified columns. */
export const CONVERSATION_JSON = `
  (select row_to_json(shown)::text from (
     select id, chat_id, channel, contact_name, contact_phone, client_id, status, unread_count,
            ${time('last_message_at')}, last_message_preview, last_message_role, ${time('agent_last_seen_at')},
            (select json_build_object('id', users.id, 'name', users.name)
             from users where users.id = assigned_to) as assigned_to,
            ${time('created_at')}, ${time('updated_at')}
   ) as shown)`;
