import { hash } from 'node:crypto';
import type { VersionKind } from '@groupless/shared-dto';
import type { Row } from './memory-document';

/** How the rows of a kind stand in files. */
export interface FiledKind {
  kind: VersionKind;
  table: string;
  /** The column that is the text below the fields. */
  body: string;
  /** Columns that say nothing outside of this database. */
  left_out: readonly string[];
  /** SQL: whether a row of the file (`sent`) is there already (`known`). */
  same: string;
}

const PROJECT = 'known.project_id is not distinct from sent.project_id';

/** In the order in which they are stored: later ones name earlier ones. */
export const FILED_KINDS: readonly FiledKind[] = [
  {
    kind: 'project',
    table: 'assistant_projects',
    body: 'notes',
    left_out: ['writer_id'],
    same: 'known.name = sent.name',
  },
  {
    kind: 'person',
    table: 'assistant_people',
    body: 'notes',
    left_out: ['writer_id'],
    same: '(known.name, known.relationship, known.notes) = (sent.name, sent.relationship, sent.notes)',
  },
  {
    kind: 'session',
    table: 'assistant_sessions',
    body: 'summary',
    left_out: ['idempotency_key', 'sent_digest', 'projects', 'key_id', 'writer_id'],
    same: `(known.session_date = sent.session_date and known.summary = sent.summary or known.session_id = sent.session_id)`,
  },
  {
    kind: 'decision',
    table: 'assistant_decisions',
    body: 'text',
    left_out: ['writer_id'],
    same: `${PROJECT} and text_digest(decision_identity(known.text)) = text_digest(decision_identity(sent.text))
      and known.at > sent.at`,
  },
  {
    kind: 'state',
    table: 'assistant_state',
    body: 'value',
    left_out: ['previous_value', 'writer_id'],
    same: `${PROJECT} and (known.key = sent.key or sent.project_id is not null and state_identity(known.key) = state_identity(sent.key))`,
  },
  {
    kind: 'task',
    table: 'assistant_tasks',
    body: 'task',
    left_out: ['writer_id'],
    same: `${PROJECT} and text_digest(known.task) = text_digest(sent.task)
      and (known.created_at = sent.created_at or known.status = 'pending' and sent.status = 'pending')`,
  },
];

/** State and tasks are lists, one a project. */
export const LISTS: readonly VersionKind[] = ['state', 'task'];

const FOLDERS: Record<VersionKind, string> = {
  project: 'projects',
  person: 'people',
  session: 'sessions',
  decision: 'decisions',
  state: 'state',
  task: 'tasks',
};

/** Where a row stands. The name is made of what it says, so that it is the same in every database. */
export function fileOf(kind: VersionKind, row: Row, project: string | null): string {
  const folder = FOLDERS[kind];
  switch (kind) {
    case 'project':
      return `${folder}/${slugOf(textOf(row['name']))}.md`;
    case 'person':
      return `${folder}/${slugOf(textOf(row['name']))}-${digestOf(row['relationship'], row['notes'])}.md`;
    case 'session': {
      const time = textOf(row['session_date']).slice(0, 19).replaceAll(/[:T]/g, '-');
      return `${folder}/${time}-${digestOf(row['session_date'], row['summary'])}.md`;
    }
    case 'decision':
      return `${folder}/${placeOf(project)}/${digestOf(project, row['text'])}.md`;
    default:
      return `${folder}/${placeOf(project)}.md`;
  }
}

function placeOf(project: string | null): string {
  return project === null ? '_no-project' : slugOf(project);
}

/** A name that every file system takes; with a digest where it is not the name itself. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return slug === name ? slug : `${slug}-${digestOf(name)}`;
}

function digestOf(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 12);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
