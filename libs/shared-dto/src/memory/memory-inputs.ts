import type { MessageRole } from '../business/conversation-messages';
import type { ChatMessageDto, ProjectStatus, SessionPlaceDto, TaskStatus, VersionKind } from './memory';

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

/** By what a project is found: remotes, the first commit, a folder on a machine. */
export interface ProjectIdentitiesDto {
  identities: string[];
}

export interface FolderProjectQueryDto extends ProjectIdentitiesDto {
  /** Makes none, and adds nothing. */
  only_known?: boolean;
}

/** The project of a folder. */
export interface FolderProjectDto {
  /** Its name; null: none is known. */
  project: string | null;
  /** None of the identities was known. */
  is_new: boolean;
  /** Names of other projects that have one of the identities. */
  also: string[];
}

export interface MergeProjectDto {
  /** The id of the project that stays. */
  into: number;
}

/** What a merge would move, and what of it the other project has already. */
export interface MergePreviewDto {
  sessions: number;
  state: number;
  tasks: number;
  decisions: number;
  identities: number;
  /** Of these the other project's stay. */
  same: { state: number; tasks: number; decisions: number };
}

/** A project that was merged into another. */
export interface ProjectMergeDto {
  /** The id that it had. */
  project_id: number;
  name: string;
  merged_at: string;
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

export interface MovedRowsDto {
  /** What moved. A session takes its decisions along, and a decision its session. */
  moved: Record<OwnedKind, number[]>;
  /** How many of those that were named stayed: where they are, they do not belong there, are not there, or not for the caller. */
  left: number;
  /** Of these, those that stayed because the other has an equal one. */
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

/** Withdraws a decision, replaces it, or lets it stand again. */
export interface PatchDecisionDto {
  /** A time in the future counts as now; null: it stands again. */
  withdrawn_at?: string | null;
  /** The id of the decision that comes in its place, by which it is withdrawn. */
  replaced_by?: number | null;
}

/** How many rows of each kind an import stored. */
export type MemoryImportCountsDto = Record<VersionKind, number>;

export interface MemoryImportDto {
  created: MemoryImportCountsDto;
  /** Rows that were there before. */
  known: number;
  /** Decisions that name a session which is not there, or not for the caller: they were stored without it. */
  left: number;
  /** Nothing was stored: these are the numbers that there would be. */
  dry_run: boolean;
  /** What of the file was not taken in; at most 100. */
  unread: UnreadDto[];
  unread_total: number;
}

/** A part of a file that was not taken in. */
export interface UnreadDto {
  where: string;
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

/** Who writes in a chat, where the chat agent has told of it. */
export interface ChatContactDto {
  contact_name: string | null;
  contact_phone: string | null;
}

/** A chat with its newest message. */
export interface ChatDto extends ChatContactDto {
  chat_id: string;
  last_message_at: string;
  last_message_role: string;
  /** The first 200 characters of it. */
  last_message_preview: string;
}

/** What was said in a chat about a project. */
export interface NewChatMessageDto {
  /** The sender's own id, unique within the chat: what comes twice is stored once. */
  external_id: string;
  role: MessageRole;
  text: string;
  /** RFC 3339; now unless said, and where it is in the future. */
  timestamp?: string;
}

/** All of one session. */
export interface StoreChatMessagesDto extends SessionPlaceDto {
  messages: NewChatMessageDto[];
}

export interface LastSessionQueryDto {
  /** The session that is resumed. */
  session_id?: string;
  limit?: number;
}

export interface BranchDto {
  branch: string;
  head: string | null;
}

/** The last turns of one session about a project. */
export interface LastSessionDto {
  /** Null: there is none. */
  session_id: string | null;
  branch: string | null;
  head: string | null;
  machine: string | null;
  last_turn_at: string | null;
  /** It has turns of the last hour since its last summary. */
  is_running: boolean;
  /** Oldest first. */
  messages: ChatMessageDto[];
  /** Of the newest sessions of the project. */
  branches: BranchDto[];
}

export interface StoredChatMessagesDto {
  /** How many messages are new. */
  stored: number;
  /** How many were stored before. */
  known: number;
}
