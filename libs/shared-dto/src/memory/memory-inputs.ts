import type { ProjectStatus, SessionPlaceDto, TaskStatus, VersionKind } from './memory';
import type { Instant } from '../kinds';

/** What the panel writes into the memory. What a patch leaves out stays as it is. */

export interface ProjectFieldsDto {
  description?: string;
  status?: ProjectStatus;
  server?: string;
  url?: string;
  stack?: string;
  notes?: string;
  priority?: number;
}
export interface CreateProjectDto extends ProjectFieldsDto {
  name: string;
}
export interface PatchProjectDto extends ProjectFieldsDto {
  name?: string;
}

/**
 * By what a project is found: remotes, the first commit, a folder on a machine.
 */
export interface ProjectIdentitiesDto {
  /** @example ["github.com/ada/shop"] */
  identities: string[];
}

export interface FolderProjectQueryDto extends ProjectIdentitiesDto {
  /** Makes none, and adds nothing. */
  only_known?: boolean;
}

/** The project of a folder. */
export interface FolderProjectDto {
  /**
   * Its name; null: none is known.
   * @example shop
   */
  project: string | null;
  /** None of the identities was known. */
  is_new: boolean;
  /** Other projects that have one of the identities: perhaps the same one. */
  also: string[];
  /** Only where it has the remote of the folder, and another first commit: perhaps another repository took its address. */
  has_other_commit?: true;
}

export interface MergeProjectDto {
  /** The id of the project that stays. */
  into: number;
}

/**
 * What a merge would move, and what of it the other project has already.
 * @schema SameRows
 */
export interface SameRowsDto {
  /** @example 3 */
  state: number;
  /** @example 3 */
  tasks: number;
  /** @example 3 */
  decisions: number;
}

export interface MergePreviewDto {
  /** @example 3 */
  sessions: number;
  /** @example 3 */
  state: number;
  /** @example 3 */
  tasks: number;
  /** @example 3 */
  decisions: number;
  /** @example 3 */
  identities: number;
  /** How many of these the other project has: its own stay. */
  same: SameRowsDto;
}

/**
 * A project that was merged into another.
 * @schema ProjectMergeRow
 */
export interface ProjectMergeDto {
  /**
   * The id that it had.
   * @example 7
   */
  project_id: number;
  /** @example shop-old */
  name: string;
  merged_at: Instant;
}

/** The merges into a project that can still be undone. */
export interface ProjectMergesDto {
  /** The newest first. */
  merges: ProjectMergeDto[];
}

/** What belongs to a project, or to none. */
export const OWNED_KINDS = ['state', 'task', 'decision', 'session'] as const;
export type OwnedKind = (typeof OWNED_KINDS)[number];

/** The ids of rows, by their kinds. */
export type OwnedRowsDto = Partial<Record<OwnedKind, number[]>>;

/** Gives rows of one project, or of none, to another, or to none. */
export interface MoveRowsDto extends OwnedRowsDto {
  /** The id of the project to which they belong now; null: none. */
  from: number | null;
  /** The id of the project to which they belong then; null: none. */
  to: number | null;
}

/** @schema MovedIdsOfKinds */
export interface MovedIdsOfKindsDto {
  /** @example [12] */
  state: number[];
  /** @example [12] */
  task: number[];
  /** @example [12] */
  decision: number[];
  /** @example [12] */
  session: number[];
}

export interface MovedRowsDto {
  /** What moved. A session takes its decisions along, and a decision its session. */
  moved: MovedIdsOfKindsDto;
  /**
   * How many of those that were named stayed: they do not belong there, are not there, are not for the
   * caller, or are the same.
   * @example 1
   */
  left: number;
  /**
   * Of these, how many of which the other has an equal one.
   * @example 1
   */
  same: number;
}

export interface CreatePersonDto {
  name: string;
  relationship?: string;
  notes?: string;
}
export type PatchPersonDto = Partial<CreatePersonDto>;

export interface PutStateDto {
  value: string;
  category?: string;
}

export interface CreateTaskDto {
  task: string;
  priority?: number;
  project_id?: number | null;
}
export interface PatchTaskDto {
  /** Another text. The former ones still find the task while it is pending. */
  task?: string;
  status?: TaskStatus;
  priority?: number;
  project_id?: number | null;
}

/** A correction of what an assistant stored. */
export interface PatchSessionDto {
  summary?: string;
  projects_touched?: string;
  decisions_made?: string;
  tasks_completed?: string;
  tasks_created?: string;
  mood?: string | null;
}

/** What a person, or an assistant for a person, decided. */
export interface CreateDecisionDto extends SessionPlaceDto {
  text: string;
  /** Name of its project, or its identity; without one it belongs to none. */
  project?: string;
}
/** Withdraws a decision, replaces it, or lets it stand again. */
export interface PatchDecisionDto {
  /** In other words. What sessions said before stays withdrawn, replaced by this one. */
  text?: string;
  /** A time in the future counts as now; null: it stands again. */
  withdrawn_at?: string | null;
  /** The id of the decision that comes in its place, by which it is withdrawn. */
  replaced_by?: number | null;
}

/**
 * How many rows of each kind an import stored.
 * @schema MemoryImportCounts
 */
export type MemoryImportCountsDto = Record<VersionKind, SomeRows>;

/** @example 1 */
type SomeRows = number;

export interface MemoryImportDto {
  /** How many rows of each kind were stored. */
  created: MemoryImportCountsDto;
  /**
   * How many rows were there before.
   * @example 12
   */
  known: number;
  /**
   * How many decisions were stored without their session, which is not there or not for the caller.
   * @example 0
   */
  left: number;
  /**
   * Nothing was stored: so much would be.
   * @example false
   */
  dry_run: boolean;
  /** What of the file was not taken in; at most 100. */
  unread: UnreadDto[];
  /**
   * How many parts were not taken in.
   * @example 0
   */
  unread_total: number;
}

/**
 * A part of a file that was not taken in.
 * @schema UnreadPart
 */
export interface UnreadDto {
  /** @example line 12 */
  where: string;
  /** @example The section is too long. */
  why: string;
}

/** The files that the memory takes in, by their media types. */
export const MEMORY_FILE_TYPES = [
  'application/zip',
  'text/markdown',
  'application/vnd.sqlite3',
  'application/json',
] as const;
export type MemoryFileType = (typeof MEMORY_FILE_TYPES)[number];

export const DECISION_STATUSES = ['standing', 'withdrawn'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

export const DECISION_SORTS = ['-at', 'at'] as const;
export const PROJECT_SORTS = ['priority', 'name', '-name', '-updated_at'] as const;
export const PERSON_SORTS = ['name', '-name', '-updated_at'] as const;
export const STATE_SORTS = ['category', 'key', '-key', '-updated_at'] as const;
export const TASK_SORTS = ['priority', 'created_at', '-created_at', '-updated_at'] as const;
export const SESSION_SORTS = ['-session_date', 'session_date'] as const;
