import type {
  ChatMessageDto,
  PersonDto,
  ProjectDto,
  SessionDto,
  SessionPlaceDto,
  StateDto,
  TaskDto,
} from './memory';

/** What the five memory webhooks take and answer. */

export interface ContextQueryDto {
  /** The most tokens, of four characters each, that the answer may have. */
  budget?: number;
  /** The name of a project: what belongs to it comes first. */
  project?: string;
}

export const CONTEXT_FORMATS = ['json', 'markdown'] as const;
export type ContextFormat = (typeof CONTEXT_FORMATS)[number];

export interface ContextPreviewQueryDto extends ContextQueryDto {
  /** RFC 3339: what the assistant would have got then. */
  as_of?: string;
  format?: ContextFormat;
}

export interface ContextDto {
  projects: ProjectDto[];
  recent_sessions: SessionDto[];
  state: StateDto[];
  people: PersonDto[];
  pending_tasks: TaskDto[];
}

/** A summary of a session that its key told of before changes that row. */
export interface SessionSummaryInputDto extends SessionPlaceDto {
  summary: string;
  /** A comma-separated list, or an array that is joined by ", ". */
  projects_touched?: string | string[];
  decisions_made?: string | string[];
  /** Decisions that stand no longer: their ids or texts. */
  decisions_withdrawn?: string | (string | number)[];
  tasks_completed?: string | string[];
  tasks_created?: string | string[];
  /** One word. */
  mood?: string | null;
  /** RFC 3339; now unless said. */
  ended_at?: string;
}

export const SESSION_RESULTS = ['created', 'updated', 'exists'] as const;
export type SessionResult = (typeof SESSION_RESULTS)[number];

export interface SessionSummaryResultDto {
  result: SessionResult;
  session: SessionDto;
  /** Of `decisions_withdrawn`, what names no decision, or a text that several projects have. */
  unknown_decisions?: string[];
  /** How many of `decisions_withdrawn` were left: nobody has them, or they are not for the caller. */
  left?: number;
  /** Texts of `tasks_completed` that are those of pending tasks: a summary completes none. Without a project only where there are some. */
  still_pending?: string[];
  /** Where projects are named: the names that are no project's. */
  unknown_projects?: string[];
  /** What counted as missing, and why; only where there is something. */
  warnings?: string[];
}

export interface UpdateStateInputDto {
  key: string;
  value: string;
  /** One word; `config` for a new key, unchanged for a known one. */
  category?: string;
  /** The name of a known project, or its identity. Without it the entry belongs to no project. */
  project?: string;
  /** When it was said, in RFC 3339, if it is sent later: an entry that was changed since stays. */
  said_at?: string;
}

/** An entry whose key is similar to a new one. */
export interface SimilarStateDto {
  key: string;
  value: string;
}

export const STATE_RESULTS = ['created', 'updated', 'unchanged'] as const;
export type StateResult = (typeof STATE_RESULTS)[number];
export interface UpdateStateResultDto {
  result: StateResult;
  state: StateDto;
  /** The value before this call; null for a new key. */
  previous_value: string | null;
  /** The value before is held: no assistant is told it. */
  previous_held?: true;
  /** Of a new key of a project: at most three of its keys that are most like it, with the first 200 characters of their values. */
  similar?: SimilarStateDto[];
}

export const TASK_ACTIONS = ['create', 'done', 'cancel'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];
export interface TaskInputDto {
  action: TaskAction;
  /** The whole text, by which a task is known within its project. For done and cancel `id` may stand for it. */
  task?: string;
  id?: number;
  priority?: number;
  /** The name of a known project, or its identity. */
  project?: string;
  /** When it was said, in RFC 3339, if it is sent later. */
  said_at?: string;
}

export interface CompletedBeforeDto {
  at: string;
  /** The user or key; null: unknown. */
  by: string | null;
}

/** A pending task whose text others have too. */
export interface AmbiguousTaskDto {
  id: number;
  project_id: number | null;
  /** The name of its project; null: it belongs to none. */
  project: string | null;
  task: string;
}

export const TASK_RESULTS = [
  'created',
  'exists',
  'completed',
  'cancelled',
  'already_completed',
  'already_cancelled',
] as const;
export type TaskResult = (typeof TASK_RESULTS)[number];
export interface TaskResultDto {
  result: TaskResult;
  task: TaskDto;
  /** Of a new task of a project: at most three pending texts that are most like it. */
  similar?: string[];
  /** Of a new task of a project: when one with this text was completed; null: never. */
  completed_before?: CompletedBeforeDto | null;
}

export interface ChatHistoryQueryDto {
  chat_id: string;
  limit?: number;
  /** The id of a message; only older ones are answered. */
  before?: number;
}

export interface ChatHistoryDto {
  chat_id: string;
  /** Oldest first. */
  messages: ChatMessageDto[];
}

/** Where one of the memory's webhooks is called. */
export interface WebhookAddressDto {
  path: string;
  method: 'GET' | 'POST';
  url: string;
}
