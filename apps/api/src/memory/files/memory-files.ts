import { hash } from 'node:crypto';
import type { VersionKind } from '@groupless/shared-dto';
import { isProjectFor, isSessionFor } from '../readers/reader';
import type { Row } from './memory-document';

/** How the rows of a kind stand in files. */
export interface FiledKind {
  kind: VersionKind;
  table: string;
  /** The column that is the text below the fields. */
  body: string;
  /** Columns that say nothing outside of this database. */
  left_out: readonly string[];
  /** SQL: whether a row of the file (`sent`) is there already (`known`), as far as the caller ($2) may know. */
  same: string;
  /** SQL: whether a row (`stored`) is of one of the writers ($4). Without it whoever reads the memory reads it. */
  own?: string;
  /** SQL: whether a row (`stored`) is for the reader. @param owner the parameter with the reader's owner */
  isFor: (owner: string) => string;
  /** SQL: what happens where a rule of the table says that it is there (`known_row`). */
  on_conflict: string;
}

/** SQL: whether a row (`known_row`) was stored by the import that is under way. */
export const OF_THIS_IMPORT = 'xmin = pg_current_xact_id()::xid';

const STAYS = 'on conflict do nothing';

/** Of equal decisions the later one counts, and that of the file over what its sessions made of it a moment ago. */
const LATER_COUNTS = `
  on conflict (project_id, text_digest(decision_identity(text))) do update
    set text = excluded.text, session_id = coalesce(excluded.session_id, known_row.session_id), at = excluded.at,
        created_at = excluded.created_at, withdrawn_at = excluded.withdrawn_at, written_by = excluded.written_by,
        written_through = excluded.written_through
    where excluded.at > greatest(known_row.at, known_row.withdrawn_at) or known_row.${OF_THIS_IMPORT}`;

const OWN = 'stored.writer_id = any($4)';

const isOfProjectFor = (owner: string) => isProjectFor('stored.private_to', owner);

const PROJECT = 'known.project_id is not distinct from sent.project_id';

/** In the order in which they are stored: later ones name earlier ones. */
export const FILED_KINDS: readonly FiledKind[] = [
  {
    kind: 'project',
    table: 'assistant_projects',
    body: 'notes',
    left_out: ['writer_id'],
    same: 'known.name = sent.name',
    isFor: isOfProjectFor,
    on_conflict: STAYS,
  },
  {
    kind: 'person',
    table: 'assistant_people',
    body: 'notes',
    left_out: ['writer_id'],
    same: '(known.name, known.relationship, known.notes) = (sent.name, sent.relationship, sent.notes)',
    own: OWN,
    isFor: () => 'true',
    on_conflict: STAYS,
  },
  {
    kind: 'session',
    table: 'assistant_sessions',
    body: 'summary',
    left_out: ['idempotency_key', 'sent_digest', 'projects', 'key_id', 'writer_id', 'private_to'],
    same: `(known.session_date = sent.session_date and known.summary = sent.summary or known.session_id = sent.session_id)
      and (${isSessionFor('known.', '$2')} or known.owner_id = sent.owner_id)`,
    own: `(${OWN} or stored.owner_id = any($4))`,
    isFor: (owner) => isSessionFor('stored.', owner),
    on_conflict: STAYS,
  },
  {
    kind: 'decision',
    table: 'assistant_decisions',
    body: 'text',
    left_out: ['writer_id', 'private_to'],
    same: `${PROJECT} and text_digest(decision_identity(known.text)) = text_digest(decision_identity(sent.text))
      and known.at > sent.at`,
    own: `(${OWN} or exists (
      select from assistant_sessions as said where said.id = stored.session_id and said.writer_id = any($4)))`,
    isFor: isOfProjectFor,
    on_conflict: LATER_COUNTS,
  },
  {
    kind: 'state',
    table: 'assistant_state',
    body: 'value',
    left_out: ['previous_value', 'writer_id', 'private_to'],
    same: `${PROJECT} and (known.key = sent.key or sent.project_id is not null and state_identity(known.key) = state_identity(sent.key))`,
    own: OWN,
    isFor: isOfProjectFor,
    on_conflict: STAYS,
  },
  {
    kind: 'task',
    table: 'assistant_tasks',
    body: 'task',
    left_out: ['writer_id', 'private_to'],
    same: `${PROJECT} and text_digest(known.task) = text_digest(sent.task)
      and (known.created_at = sent.created_at or known.status = 'pending' and sent.status = 'pending')`,
    own: OWN,
    isFor: isOfProjectFor,
    on_conflict: STAYS,
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
