import type {
  ChatMessageDto,
  PersonDto,
  ProjectDto,
  SessionDto,
  SessionPlaceDto,
  StateDto,
  TaskDto,
} from './memory';
import type { Instant } from '../kinds';
import type { SummaryMaking } from './summary-making';

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
  /** The most important first, then by name. */
  projects: ProjectDto[];
  /** The newest ten, newest first. */
  recent_sessions: SessionDto[];
  /** By category and key. */
  state: StateDto[];
  /** By name. */
  people: PersonDto[];
  /** The most urgent first, then the oldest. */
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
  /** `written` unless said. */
  made?: SummaryMaking;
}

export const SESSION_RESULTS = ['created', 'updated', 'exists'] as const;
export type SessionResult = (typeof SESSION_RESULTS)[number];

/**
 * A standing decision that may be about what a new one decides.
 * @schema SimilarDecision
 */
export interface SimilarDecisionDto {
  /** Send it in `decisions_withdrawn` if it stands no longer. */
  id: number;
  /** @example Logs are written by winston. */
  text: string;
  at: Instant;
}

/** The standing decisions that may be about what one of them decides. */
export interface SimilarDecisionsDto {
  similar_decisions: SimilarDecisionDto[];
}

/** @schema SessionSummaryResponse */
export interface SessionSummaryResultDto {
  result: SessionResult;
  session: SessionDto;
  /** Decisions to withdraw that are not known, or not clear. */
  unknown_decisions?: string[];
  /** Standing decisions of the same projects that may be about what this summary decides; left out where there are none. */
  similar_decisions?: SimilarDecisionDto[];
  /** How many of the decisions to withdraw were left: not known, not clear, or not for the caller. */
  left?: number;
  /**
   * Texts of `tasks_completed` that are pending tasks: a summary completes none. Without a project only where
   * there are some.
   */
  still_pending?: string[];
  /** Where projects are named: the names that are no project’s. */
  unknown_projects?: string[];
  /** What counted as missing, and why. */
  warnings?: string[];
}

export interface UpdateStateInputDto extends SessionPlaceDto {
  key: string;
  value: string;
  /** One word; `config` for a new key, unchanged for a known one. */
  category?: string;
  /** The name of a known project, or its identity. Without it the entry belongs to no project. */
  project?: string;
  /** When it was said, in RFC 3339, if it is sent later: an entry that was changed since stays. */
  said_at?: string;
}

/**
 * An entry whose key is similar to a new one.
 * @schema SimilarState
 */
export interface SimilarStateDto {
  /** @example cart_store */
  key: string;
  /** @example Redis 7 on cache-1 */
  value: string;
}

export const STATE_RESULTS = ['created', 'updated', 'unchanged'] as const;
export type StateResult = (typeof STATE_RESULTS)[number];
/** @schema UpdateStateResponse */
export interface UpdateStateResultDto {
  /** `unchanged` touched nothing. */
  result: StateResult;
  state: StateDto;
  /** The value before this call. */
  previous_value: string | null;
  /** The value before is held, and not told. */
  previous_held?: true;
  /** Keys that are most like a new one. */
  similar?: SimilarStateDto[];
}

export const TASK_ACTIONS = ['create', 'done', 'cancel'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];
export interface TaskInputDto extends SessionPlaceDto {
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

/** @schema CompletedBefore */
export interface CompletedBeforeDto {
  at: Instant;
  /**
   * The user or key; null: unknown.
   * @example Laptop of Ada
   */
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
/** @schema TaskResponse */
export interface TaskResultDto {
  result: TaskResult;
  task: TaskDto;
  /** Texts that are most like a new one. */
  similar?: string[];
  /** When one with this text was done; null: never. */
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
  /** @example assistant-context */
  path: string;
  method: 'GET' | 'POST';
  /** @format uri */
  url: string;
}
