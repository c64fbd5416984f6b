import type { VersionKind } from '@groupless/shared-dto';

/** The table of a part, for the ledger and the removal. */
export interface DemoTable {
  table: string;
  /** A row counts as changed if one of these differs. */
  columns: readonly string[];
  /** An SQL expression for the label of a row (`made`). */
  label: string;
  /** The kind of the row's versions, which are removed too. */
  versions?: VersionKind;
  /** Reasons to keep an unchanged row, with their SQL conditions. */
  stays?: readonly (readonly [reason: string, condition: string])[];
}

const SESSIONS: DemoTable = {
  table: 'assistant_sessions',
  columns: ['summary', 'projects_touched', 'decisions_made', 'tasks_completed', 'tasks_created', 'mood'],
  label: 'left(summary, 60)',
  versions: 'session',
};
const STATE: DemoTable = {
  table: 'assistant_state',
  columns: ['key', 'value', 'category'],
  label: 'key',
  versions: 'state',
};
const TASKS: DemoTable = {
  table: 'assistant_tasks',
  columns: ['project_id', 'task', 'status', 'priority'],
  label: 'left(task, 60)',
  versions: 'task',
};
const PEOPLE: DemoTable = {
  table: 'assistant_people',
  columns: ['name', 'relationship', 'notes'],
  label: 'name',
  versions: 'person',
};
const PROJECTS: DemoTable = {
  table: 'assistant_projects',
  columns: ['name', 'description', 'status', 'server', 'url', 'stack', 'notes', 'priority'],
  label: 'name',
  versions: 'project',
  stays: [['a task names it', 'exists (select from assistant_tasks where project_id = made.id)']],
};
/** `demo_kept_chats` holds the chats of remaining conversations. */
const MESSAGES: DemoTable = {
  table: 'chat_history',
  columns: ['chat_id', 'role', 'message'],
  label: 'chat_id',
  stays: [['its chat stays', 'chat_id in (select chat_id from demo_kept_chats)']],
};
const CLIENTS: DemoTable = {
  table: 'clients',
  columns: ['name', 'phone', 'email', 'company', 'status', 'source', 'tags', 'notes'],
  label: 'name',
  stays: [
    ['it has an appointment', 'exists (select from appointments where client_id = made.id)'],
    ['it has a conversation', 'exists (select from conversations where client_id = made.id)'],
    ['others were merged into it', 'exists (select from client_merges where client_id = made.id)'],
  ],
};
const APPOINTMENTS: DemoTable = {
  table: 'appointments',
  columns: ['client_id', 'title', 'starts_at', 'ends_at', 'status', 'resource', 'notes'],
  label: `title || ', ' || to_char(starts_at, 'YYYY-MM-DD HH24:MI') || ' UTC'`,
};
/** `demo_kept_chats` holds the chats in which somebody else wrote. */
const CONVERSATIONS: DemoTable = {
  table: 'conversations',
  columns: ['contact_name', 'contact_phone', 'client_id', 'status', 'assigned_to', 'last_message_preview'],
  label: `coalesce(contact_name, chat_id)`,
  stays: [
    ['somebody wrote in it', 'chat_id in (select chat_id from demo_kept_chats)'],
    ['it has a note', 'exists (select from conversation_notes where conversation_id = made.id)'],
  ],
};

const DEMO_TABLES: Readonly<Record<string, DemoTable>> = {
  projects: PROJECTS,
  people: PEOPLE,
  'state entries': STATE,
  sessions: SESSIONS,
  tasks: TASKS,
  'chat messages': MESSAGES,
  clients: CLIENTS,
  appointments: APPOINTMENTS,
  conversations: CONVERSATIONS,
  'large: sessions': SESSIONS,
  'large: tasks': TASKS,
  'large: state entries': STATE,
  'large: people': PEOPLE,
  'large: chat messages': MESSAGES,
  'large: clients': CLIENTS,
};

/** @throws Error for an unknown part */
export function tableOf(part: string): DemoTable {
  const table = DEMO_TABLES[part];
  if (table === undefined) throw new Error(`The demo does not know the table of its part ${part}.`);
  return table;
}

/** An SQL expression: a hash of the row's columns. */
export function digestOf({ columns }: DemoTable): string {
  return `md5(row(${columns.map((column) => `made.${column}`).join(', ')})::text)`;
}
