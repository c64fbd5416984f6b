import { utcColumn } from '../database/statements/utc-time';
import { firstUnreadId, unreadCount } from './reads/own-unread';

/** The only client with the number, if it is not the one that a person chose. */
const NUMBER_CLIENT = `
  (select json_build_object('id', owner.id, 'name', owner.name) from clients as owner
   where owner.id = client_of_phone(contact_phone, contact_name) and owner.id is distinct from client_id)`;

/**
 * An SQL expression for a conversation as JSON (a `ConversationDto`), over a row of `conversations`.
 * @param reader an expression of the id of the user who reads it
 */
export const conversationJson = (reader: string) => `
  (select row_to_json(shown)::text from (
     select id, chat_id, channel, name, contact_name, contact_phone, client_id, client_tied_by,
            case when client_tied_by = 'person' and contact_phone is not null then ${NUMBER_CLIENT} end as number_client,
            status, ${unreadCount(reader)} as unread_count, ${firstUnreadId(reader)} as first_unread_id,
            ${utcColumn('last_message_at')}, last_message_preview, last_message_role, last_message_reported_by, ${utcColumn('agent_last_seen_at')},
            (select json_build_object('id', users.id, 'name', users.name)
             from users where users.id = assigned_to) as assigned_to,
            ${utcColumn('assigned_at')}, ${utcColumn('waiting_since')}, waiting_limit,
            ${utcColumn('created_at')}, ${utcColumn('updated_at')}
   ) as shown)`;
