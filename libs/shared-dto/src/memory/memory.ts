import type { Instant } from '../kinds';

/** The session of an assistant that tells something, and where it is. */
export interface SessionPlaceDto {
  /** The assistant's own id of it. */
  session_id?: string;
  branch?: string;
  /** The commit that is checked out. */
  head?: string;
  machine?: string;
}

/** Where a row was said. Its fields are there only where the sender told of one of them. */
export interface ToldPlaceDto {
  /** The assistant’s own id of the session that said it. */
  session_id?: string | null;
  /** @example feature/cart */
  branch?: string | null;
  /**
   * The commit that was checked out.
   * @example "1f3e5d7"
   */
  head?: string | null;
  /** @example laptop-of-ada */
  machine?: string | null;
}

/**
 * The rows of the memory database as every answer shows them. Times are RFC 3339 in UTC with milliseconds.
 * @schema SessionRow
 */

export interface SessionDto extends ToldPlaceDto {
  id: number;
  session_date: Instant;
  summary: string;
  projects_touched: string;
  decisions_made: string;
  tasks_completed: string;
  tasks_created: string;
  /** @example focused */
  mood: string | null;
  /** Only in lists, and only where the quarantine keeps it from assistants. */
  held?: true;
}

/**
 * @schema StateRow
 * @page StatePage
 */
export interface StateDto extends ToldPlaceDto {
  id: number;
  key: string;
  value: string;
  /** @example server */
  category: string;
  updated_at: Instant;
  /**
   * Only where it belongs to a project.
   * @example 3
   */
  project_id?: number;
  /** Only in lists, and only where the quarantine keeps it from assistants. */
  held?: true;
}

/**
 * What was decided in a session; equal ones are one.
 * @schema DecisionRow
 */
export interface DecisionDto extends Omit<ToldPlaceDto, 'session_id'> {
  id: number;
  /**
   * The name of its project.
   * @example website
   */
  project: string | null;
  /** @example Amounts are integers in cents. */
  text: string;
  /**
   * The `id` of the session’s row that said it last, which may be gone; not the assistant’s own id of it.
   * @example 4
   */
  session_id: number | null;
  /** When it was said last. */
  at: Instant;
  /** Null: it stands. */
  withdrawn_at: Instant | null;
  /** The decision that came in its place. */
  replaced_by: number | null;
  /** The assistant’s own id of the session that said it last; only where it told of it. */
  assistant_session?: string | null;
  /** Only in lists, and only where the quarantine keeps it from assistants. */
  held?: true;
}

/**
 * A decision as its versions have it.
 * @schema DecisionVersion
 */
export interface DecisionVersionDto extends Omit<DecisionDto, 'project'> {
  /** @example 3 */
  project_id: number | null;
}

export const TASK_STATUSES = ['pending', 'completed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** @schema TaskRow */
export interface TaskDto extends ToldPlaceDto {
  id: number;
  project_id: number | null;
  task: string;
  status: TaskStatus;
  /**
   * 10 is most urgent.
   * @minimum 1
   * @maximum 10
   */
  priority: number;
  created_at: Instant;
  updated_at: Instant;
  /** Only in lists, and only where the quarantine keeps it from assistants. */
  held?: true;
}

/** An archived project is in no brief that is not for it. */
export const PROJECT_STATUSES = ['active', 'paused', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** @schema ProjectRow */
export interface ProjectDto {
  id: number;
  name: string;
  description: string;
  /**
   * active, paused or archived; any other word is from before there were these, and counts as active.
   * @example active
   */
  status: string;
  server: string;
  url: string;
  stack: string;
  notes: string;
  /**
   * 10 is most urgent.
   * @minimum 1
   * @maximum 10
   */
  priority: number;
  created_at: Instant;
  updated_at: Instant;
}

/**
 * A project as the panel reads it.
 * @schema ProjectRecord
 * @page ProjectsPage
 */
export interface ProjectRecordDto extends ProjectDto {
  /**
   * By what it is found: remotes, the first commit, folders on machines.
   * @example ["github.com/ada/shop"]
   */
  identities: string[];
  /** The only user who sees it, beside admins; left out where everybody does. */
  private_to?: string;
  /** Only in lists, and only where the quarantine keeps it from assistants. */
  held?: true;
}

/**
 * @schema PersonRow
 * @page PeoplePage
 */
export interface PersonDto {
  id: number;
  name: string;
  relationship: string;
  notes: string;
  updated_at: Instant;
  /** Only in lists, and only where the quarantine keeps it from assistants. */
  held?: true;
}

/** @schema ChatMessageRow */
export interface ChatMessageDto {
  id: number;
  /** @example user */
  role: string;
  message: string;
  timestamp: Instant;
}

/** The ways by which the memory is written. */
export const WRITE_WAYS = ['webhook', 'panel', 'mcp', 'hook', 'api'] as const;
export type WriteWay = (typeof WRITE_WAYS)[number];

/** What has versions in the memory. */
export const VERSION_KINDS = ['session', 'state', 'task', 'project', 'person', 'decision'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

export type MemoryRowDto = SessionDto | StateDto | TaskDto | ProjectDto | PersonDto | DecisionVersionDto;

/**
 * A change of a row.
 * @schema VersionRow
 * @page HistoryPage
 */
export interface MemoryVersionDto {
  /** Later changes have higher ones. */
  version: number;
  kind: VersionKind;
  /** Of the row. */
  id: number;
  at: Instant;
  /** The user or key; null: unknown. */
  by: string | null;
  through: WriteWay | null;
  /** The row before the change; null: it was not there. */
  before: MemoryRowDto | null;
  /** The row after the change; null: it was deleted. */
  after: MemoryRowDto | null;
}

export interface MemoryHistoryQueryDto {
  kind?: VersionKind;
  id?: number;
  by?: string;
  through?: WriteWay;
  limit?: number;
  cursor?: string;
}

/**
 * All that somebody wrote in a time.
 * @schema UndoSeveralRequest
 */
export interface UndoSeveralDto {
  /** A name as versions have it; null: callers without a name. */
  by: string | null;
  through?: WriteWay;
  since: string;
  until?: string;
  /** Only changes with a lower version: the answer before undid the others. */
  before?: number;
}

/**
 * A row of the memory, named so that a person recognises it.
 * @schema NamedRow
 */
export interface NamedRowDto {
  kind: VersionKind;
  /** Of the row, within its kind. */
  id: number;
  title: string;
}

/** What undoing several changes would do. */
export interface UndoPreviewDto {
  /** The changes that would be undone, the newest first. */
  changes: MemoryVersionDto[];
  /** How many there are; at most 100 are shown. */
  changes_total: number;
  /** The rows that would be deleted, because they were made then. */
  made: NamedRowDto[];
  /** How many there are; at most 100 are shown. */
  made_total: number;
  /** The last moment that was looked at. Sent as `until`, it undoes no more than this. */
  until: Instant;
}

/** One call undoes, and deletes, at most 200. */
export interface UndoneSeveralDto {
  /** How many changes were undone. */
  undone: number;
  /** How many rows that were made then were deleted. */
  deleted: number;
  /** How many were left, because the row was changed since. What is not for the caller is left, too, and not counted. */
  left: number;
  /** How many changes and rows are still to come. */
  remaining: number;
  /** What to send next to go on; null: that was all. */
  next: UndoSeveralDto | null;
}

/** What is erased for good: a row, or a message or all messages of a chat. */
export const ERASED_KINDS = [...VERSION_KINDS, 'chat', 'chat_message'] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

export interface EraseDto {
  kind: ErasedKind;
  /** Of the row; of a chat its `chat_id`. */
  id: number | string;
}
