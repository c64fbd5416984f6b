import type { NamedRowDto, VersionKind } from './memory';
import type { Instant } from '../kinds';

/**
 * What a session of a coding assistant was given at its start.
 * @schema AssistantBriefRow
 */
export interface AssistantBriefDto {
  at: Instant;
  tokens: number;
  /**
   * As `x-context-omitted` said.
   * @example state=12, cut=4
   */
  omitted: string;
  /**
   * How many rows of each kind it had.
   * @example {"project":1,"session":8,"state":20,"person":2,"task":5}
   */
  rows: Partial<Record<VersionKind, number>>;
}

/**
 * A session of a coding assistant that uses the memory by itself.
 * @schema AssistantRunRow
 */
export interface AssistantRunDto {
  /** As the assistant names its session. */
  session_id: string;
  /** @example ada-laptop */
  machine: string | null;
  /**
   * The name of its key; null: no key was asked for.
   * @example Laptop of Ada
   */
  by: string | null;
  project_id: number | null;
  project: string | null;
  started_at: Instant;
  /** When it last read or stored something. */
  seen_at: Instant;
  /** Null: it was given none. */
  brief: AssistantBriefDto | null;
  /** Turns of its chat that it stored. */
  turns: number;
  /** Summaries that its hooks stored. */
  summaries: number;
}

/** @schema AssistantRunDetails */
export interface AssistantRunDetailsDto extends AssistantRunDto {
  /** The rows of its brief that are still there. */
  shown: NamedRowDto[];
  /** The summaries of its hooks, and what its key wrote during the session. */
  stored: NamedRowDto[];
}
