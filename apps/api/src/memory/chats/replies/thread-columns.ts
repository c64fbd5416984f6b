/** SQL: the columns of a message that the thread shows, from `chat_history`. */
export const THREAD_COLUMNS = `id, role, message, timestamp, author_id, author_name, delivered_at, handed_out_at, taken_back_at,
  channel, edited_of, written_in, reported_by, request_key`;

/** The same from `taken_back_replies`. */
export const TAKEN_BACK_COLUMNS = `id, 'operator' as role, message, timestamp, author_id, author_name,
  null::timestamptz as delivered_at, handed_out_at, taken_back_at, channel, null::bigint as edited_of, 'panel' as written_in,
  null::text as reported_by, request_key`;
