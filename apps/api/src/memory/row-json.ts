/**
 * The rows of the memory as JSON, made by PostgreSQL: the columns that answers show, in their order, with
 * times in UTC and milliseconds. Expressions over unqualified columns, for a `select` or a `returning`.
 * The shapes are those of `libs/shared-dto/src/memory.ts`.
 */
const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** row_to_json() writes no white space, which json_build_object() does: an assistant pays for each character. */
const object = (columns: Record<string, string>) =>
  `(select row_to_json(shown)::text from (select ${Object.entries(columns)
    .map(([name, expression]) => (name === expression ? name : `${expression} as ${name}`))
    .join(', ')}) as shown)`;

const plain = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

export const SESSION_JSON = object({
  id: 'id',
  session_date: time('session_date'),
  ...plain('summary', 'projects_touched', 'decisions_made', 'tasks_completed', 'tasks_created', 'mood'),
});

export const STATE_JSON = object({
  ...plain('id', 'key', 'value', 'category'),
  updated_at: time('updated_at'),
});

export const TASK_JSON = object({
  ...plain('id', 'project_id', 'task', 'status', 'priority'),
  created_at: time('created_at'),
  updated_at: time('updated_at'),
});

export const PROJECT_JSON = object({
  ...plain('id', 'name', 'description', 'status', 'server', 'url', 'stack', 'notes', 'priority'),
  created_at: time('created_at'),
  updated_at: time('updated_at'),
});

export const PERSON_JSON = object({
  ...plain('id', 'name', 'relationship', 'notes'),
  updated_at: time('updated_at'),
});

export const CHAT_MESSAGE_JSON = object({ ...plain('id', 'role', 'message'), timestamp: time('timestamp') });
