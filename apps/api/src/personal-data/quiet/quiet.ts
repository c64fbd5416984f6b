/** A chat without a message since `$1`, for which nobody of the team waits. */
export const CHAT_IS_QUIET = `
  chat.status not in ('needs_human', 'human') and coalesce(chat.last_message_at, chat.created_at) < $1`;

const HAS_A_SIGN = `not (${CHAT_IS_QUIET})`;

/**
 * A client without a sign since `$1`: nobody changed the profile, no appointment lies or was changed after it, no time is waited for, no mail was written,
 * no chat of the client or its numbers has a message, or waits for the team.
 */
export const CLIENT_IS_QUIET = `
  client.updated_at < $1 and (client.last_activity_at is null or client.last_activity_at < $1)
  and not exists (
    select from appointments where client_id = client.id and (ends_at >= $1 or updated_at >= $1))
  and not exists (
    select from waiting_entries where client_id = client.id and (updated_at >= $1 or status in ('waiting', 'offered')))
  and not exists (select from mails where client_id = client.id and created_at >= $1)
  and not exists (select from conversations as chat where client_id = client.id and ${HAS_A_SIGN})
  and not exists (
    select from conversations as chat
    where chat.client_id is null and chat.contact_phone in (
        select client.phone union all select other ->> 'phone' from jsonb_array_elements(client.other_phones) as other)
      and ${HAS_A_SIGN})`;
