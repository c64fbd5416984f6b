import type { NamedRowDto, VersionKind } from './memory';

/** What a session of a coding assistant was given at its start. */
export interface AssistantBriefDto {
  at: string;
  tokens: number;
  /** As `x-context-omitted`. */
  omitted: string;
  /** How many rows of each kind it had. */
  rows: Partial<Record<VersionKind, number>>;
}

/** A session of a coding assistant that uses the memory by itself. */
export interface AssistantRunDto {
  /** As the assistant names its session. */
  session_id: string;
  machine: string | null;
  /** The name of the key that it used; null: no key was asked for. */
  by: string | null;
  project_id: number | null;
  project: string | null;
  started_at: string;
  /** When it last read or stored something. */
  seen_at: string;
  /** Null: it was given none. */
  brief: AssistantBriefDto | null;
  /** How many turns of its chat it stored. */
  turns: number;
  /** How many summaries its hooks stored. */
  summaries: number;
}

export interface AssistantRunDetailsDto extends AssistantRunDto {
  /** The rows of its brief that are still there. */
  shown: NamedRowDto[];
  /** The summaries of its hooks, and what its key wrote during the session. */
  stored: NamedRowDto[];
}
