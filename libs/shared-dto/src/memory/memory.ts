/** The session of an assistant that tells something, and where it is. */
export interface SessionPlaceDto {
  /** The assistant's own id of it. */
  session_id?: string;
  branch?: string;
  /** The commit that is checked out. */
  head?: string;
  machine?: string;
}

/** The rows of the memory database as every answer shows them. Times are RFC 3339 in UTC with milliseconds. */

export interface SessionDto {
  id: number;
  session_date: string;
  summary: string;
  projects_touched: string;
  decisions_made: string;
  tasks_completed: string;
  tasks_created: string;
  mood: string | null;
  /** The session of the assistant, where it told of it, and where that was. */
  session_id?: string;
  branch?: string | null;
  head?: string | null;
  machine?: string | null;
}

export interface StateDto {
  id: number;
  key: string;
  value: string;
  category: string;
  updated_at: string;
  /** Only where it belongs to a project. */
  project_id?: number;
}

/** What was decided in a session; equal ones are one. */
export interface DecisionDto {
  id: number;
  /** The name of its project; null: it belongs to none. */
  project: string | null;
  text: string;
  /** The `id` of the session's row that said it last, which may be gone; not the assistant's own id of it. */
  session_id: number | null;
  /** When it was said last. */
  at: string;
  /** Null: it stands. */
  withdrawn_at: string | null;
  /** The id of the decision that came in its place. */
  replaced_by: number | null;
}

/** A decision as its versions have it. */
export interface DecisionVersionDto extends Omit<DecisionDto, 'project'> {
  project_id: number | null;
}

export const TASK_STATUSES = ['pending', 'completed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface TaskDto {
  id: number;
  project_id: number | null;
  task: string;
  status: TaskStatus;
  /** 1 to 10; 10 is most urgent. */
  priority: number;
  created_at: string;
  updated_at: string;
}

/** An archived project is in no brief that is not for it. */
export const PROJECT_STATUSES = ['active', 'paused', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export interface ProjectDto {
  id: number;
  name: string;
  description: string;
  /** A `ProjectStatus`; a project from before there were these has any word, which counts as active. */
  status: string;
  server: string;
  url: string;
  stack: string;
  notes: string;
  /** 1 to 10; 10 comes first. */
  priority: number;
  created_at: string;
  updated_at: string;
}

/** A project as the panel reads it. */
export interface ProjectRecordDto extends ProjectDto {
  /** By what it is found: remotes, the first commit, folders on machines. */
  identities: string[];
}

/** The project into which another was merged. */
export interface MergedProjectDto extends ProjectRecordDto {
  /** How many sessions of the other were left, because they are not for the caller: they keep its name. */
  left: number;
}

export interface PersonDto {
  id: number;
  name: string;
  relationship: string;
  notes: string;
  updated_at: string;
}

export interface ChatMessageDto {
  id: number;
  role: string;
  message: string;
  timestamp: string;
}

/** The ways by which the memory is written. */
export const WRITE_WAYS = ['webhook', 'panel', 'mcp', 'hook', 'api'] as const;
export type WriteWay = (typeof WRITE_WAYS)[number];

/** What has versions in the memory. */
export const VERSION_KINDS = ['session', 'state', 'task', 'project', 'person', 'decision'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

export type MemoryRowDto = SessionDto | StateDto | TaskDto | ProjectDto | PersonDto | DecisionVersionDto;

/** A change of a row. */
export interface MemoryVersionDto {
  version: number;
  kind: VersionKind;
  /** Of the row. */
  id: number;
  at: string;
  /** The name of the user or key that made the change, as it was then; null: unknown. */
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

/** All that somebody wrote in a time. */
export interface UndoSeveralDto {
  /** A name as versions have it; null: callers without a name. */
  by: string | null;
  through?: WriteWay;
  since: string;
  until?: string;
  /** Only changes with a lower version: the answer before undid the others. */
  before?: number;
}

/** A row of the memory, named so that a person recognises it. */
export interface NamedRowDto {
  kind: VersionKind;
  id: number;
  title: string;
}

/** What undoing several changes would do. */
export interface UndoPreviewDto {
  /** The newest first; at most 100. */
  changes: MemoryVersionDto[];
  changes_total: number;
  /** The rows that would be deleted; at most 100. */
  made: NamedRowDto[];
  made_total: number;
  /** The last moment that was looked at: undoing up to it undoes no more than this. */
  until: string;
}

/** One call undoes, and deletes, at most 200. */
export interface UndoneSeveralDto {
  /** How many changes were undone. */
  undone: number;
  /** How many rows that were made then were deleted. */
  deleted: number;
  /** How many were left: the row was changed since, or is not for the caller, which is said with the last part. */
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
