import { utcTime } from '../database/statements/utc-time';
import type { JsonText } from '../platform/http/json-text';

/**
 * The rows of the memory as JSON, made by PostgreSQL: the columns that answers show, in their order. Expressions over
 * unqualified columns, for a `select` or a `returning`. The shapes are those of `libs/shared-dto/src/memory/memory.ts`.
 */

/** The columns that answers show of a row, each with its SQL. */
export type RowColumns = Record<string, string>;

/** A row that was just made, with the id that its address needs. */
export interface StoredRow {
  id: string;
  row: JsonText;
}

/** row_to_json() writes no white space, which json_build_object() does: an assistant pays for each character. */
export const rowJson = (columns: RowColumns) =>
  `(select row_to_json(shown)::text from (select ${Object.entries(columns)
    .map(([name, expression]) => (name === expression ? name : `${expression} as ${name}`))
    .join(', ')}) as shown)`;

const plain = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

const PLACE = ['session_id', 'branch', 'head', 'machine'] as const;

/** With the session of the assistant and where it was, where something of that is told. */
function placedJson(columns: RowColumns): string {
  return `case when coalesce(${PLACE.join(', ')}) is null then ${rowJson(columns)}
  else ${rowJson({ ...columns, ...plain(...PLACE) })} end`;
}

/** For `on conflict do update set`: where it was said. */
export const PLACED_AS_SENT = PLACE.map((name) => `${name} = excluded.${name}`).join(', ');

/** The same for the columns of an insert. */
export const PLACE_COLUMNS = PLACE.join(', ');

/** For `on conflict do update set`: who writes, and by which way. */
export const WRITTEN_AS_SENT =
  'written_by = excluded.written_by, written_through = excluded.written_through, writer_id = excluded.writer_id';

export const SESSION_COLUMNS = {
  id: 'id',
  session_date: utcTime('session_date'),
  ...plain('summary', 'projects_touched', 'decisions_made', 'tasks_completed', 'tasks_created', 'mood'),
};
export const SESSION_JSON = placedJson(SESSION_COLUMNS);

export const STATE_COLUMNS = {
  ...plain('id', 'key', 'value', 'category'),
  updated_at: utcTime('updated_at'),
};
export const STATE_JSON = placedJson(STATE_COLUMNS);
/** The same of an entry that belongs to a project. */
export const PROJECT_STATE_JSON = placedJson({ ...STATE_COLUMNS, project_id: 'project_id' });

export const TASK_COLUMNS = {
  ...plain('id', 'project_id', 'task', 'status', 'priority'),
  created_at: utcTime('created_at'),
  updated_at: utcTime('updated_at'),
};
export const TASK_JSON = placedJson(TASK_COLUMNS);

export const PROJECT_COLUMNS = {
  ...plain('id', 'name', 'description', 'status', 'server', 'url', 'stack', 'notes', 'priority'),
  created_at: utcTime('created_at'),
  updated_at: utcTime('updated_at'),
};

export const PERSON_COLUMNS = {
  ...plain('id', 'name', 'relationship', 'notes'),
  updated_at: utcTime('updated_at'),
};

export const DECISION_COLUMNS = { ...plain('id', 'text'), at: utcTime('at') };

export const CHAT_JSON = rowJson({
  chat_id: 'chat_id',
  last_message_at: utcTime('timestamp'),
  last_message_role: 'role',
  last_message_preview: 'left(message, 200)',
});

export const CHAT_MESSAGE_JSON = rowJson({
  ...plain('id', 'role', 'message'),
  timestamp: utcTime('timestamp'),
});

const CONVERSATION_MESSAGE_COLUMNS = {
  ...plain('id', 'role', 'message'),
  timestamp: utcTime('timestamp'),
  author: `case when author_name is not null then json_build_object('id', author_id, 'name', author_name) end`,
  delivered_at: utcTime('delivered_at'),
  sending: 'handed_out_at is not null and delivered_at is null',
  taken_back_at: utcTime('taken_back_at'),
  ...plain('channel', 'edited_of'),
};

/** With what the `request_key` of a reminder begins. Those of replies begin with the id of a caller. */
export const REMINDER_KEY = 'reminder:';
export const IS_REMINDER = `coalesce(starts_with(request_key, '${REMINDER_KEY}'), false)`;
const KIND_REMINDER = `'reminder'::text`;

/** The key that reported words of a person; null: they are the team's own, or nobody's. */
export const REPORTED_BY = `case when role = 'operator' and written_in = 'ping' then coalesce(reported_by, '?') end`;

/**
 * The same as the panel shows it: with its author, and when the customer got it. Words of a person that a ping reports are not
 * the team's: they have the name of the key.
 */
export const CONVERSATION_MESSAGE_JSON = `case when role = 'operator' and written_in = 'ping'
  then ${rowJson({ ...CONVERSATION_MESSAGE_COLUMNS, reported_by: REPORTED_BY })}
  when ${IS_REMINDER} then ${rowJson({ ...CONVERSATION_MESSAGE_COLUMNS, kind: KIND_REMINDER })}
  else ${rowJson(CONVERSATION_MESSAGE_COLUMNS)} end`;

const REPLY_COLUMNS = { id: 'id', text: 'message', timestamp: utcTime('timestamp') };

/** A reply as the chat agent gets it. */
export const REPLY_JSON = `case when ${IS_REMINDER} then ${rowJson({ ...REPLY_COLUMNS, kind: KIND_REMINDER })}
  else ${rowJson(REPLY_COLUMNS)} end`;
