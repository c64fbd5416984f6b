import type { PageDto } from '../page';
import type { Fraction, Instant } from '../kinds';

/** What can be searched in the memory. */
export const SEARCH_KINDS = ['session', 'state', 'task', 'project', 'person', 'decision', 'chat'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface MemorySearchQueryDto {
  /** Any text; its words are searched, each for itself. */
  q: string;
  /** One kind, or several by comma; all of them by default. */
  kind?: string;
  /** The name of a project: what belongs to no project, or to another one, is left out. */
  project?: string;
  /** The name of the project that the caller works on: what belongs to it comes first; nothing is left out. */
  project_at_hand?: string;
  /** A day in the business's time zone, or an instant: only rows of then or later. */
  since?: string;
  /** 1: the excerpt of a chat message has lines of the messages before and after it, that of a session one of what it decided. */
  around?: number;
  limit?: number;
  cursor?: string;
}

/**
 * Why a row was found, and why it stands where it does.
 * @schema SearchReasons
 */
export interface SearchReasonsDto {
  /**
   * Words of the row that were hit, in lower case and without accents.
   * @example ["booking","page"]
   */
  words: string[];
  /**
   * Words of the query that stand in the row as in the query, one after the other.
   * @example ["booking page"]
   */
  phrases: string[];
  /** Whether the title has a hit. */
  title: boolean;
  /** Whether the row belongs to the project at hand. */
  project: boolean;
  /**
   * How much of what was asked for the row has, from 0 to 1: each word counts by its rarity. Unlike the score
   * it is comparable between searches.
   * @example 0.74
   */
  share: Fraction;
}

/**
 * A message of a chat.
 * @schema SearchTurn
 */
export interface SearchTurnDto {
  id: number;
  /** @example user */
  role: string;
  /** As that of a hit. */
  excerpt: string;
}

/**
 * @schema SearchHit
 */
export interface SearchHitDto {
  kind: SearchKind;
  /** Of the row, within its kind. */
  id: number;
  /**
   * One line that a person recognises it by; plain text.
   * @example Moved the booking page to web-2
   */
  title: string;
  /**
   * HTML: hits stand between `<mark>` and `</mark>`, all else is escaped; `…` where it is cut. With `around`,
   * up to three lines.
   * @example …and the <mark>booking</mark> page answers again &amp; is monitored.
   */
  excerpt: string;
  /** The row’s own date. */
  at: Instant;
  /**
   * Higher is better; comparable within one search.
   * @example 4.2
   */
  score: Fraction;
  why: SearchReasonsDto;
  /** Only of a decision that was withdrawn. */
  is_withdrawn?: true;
  /** With `around`, of a message of a chat: it and those beside it, in their order. */
  turns?: SearchTurnDto[];
}

/** @schema SearchPage */
export interface SearchPageDto extends PageDto<SearchHitDto> {
  /**
   * Whether `total` is all there is. Not while more is written than can be indexed: then what was written in the last
   * seconds is not found yet.
   */
  total_is_exact: boolean;
}

/** What a person asks an assistant, to be told with it what the memory holds about it. */
export interface RecallInputDto {
  prompt: string;
  /** The assistant's own id of its session: its own turns are before it. */
  session_id?: string;
  /** The name of a project, or an identity of its folder. */
  project?: string;
  /** What an answer of before gave as `told`, or `x-context-told` of a brief: it is not told again. */
  told?: string[];
}

/**
 * @schema Recall
 */
export interface RecallDto {
  /** For the assistant, as data within a fence; null where the memory holds nothing about it. */
  text: string | null;
  /**
   * Marks of what was told, to be sent with the next request: those that came with this one, and what `text` tells.
   * @example ["se12.mhx3k2ab"]
   */
  told: string[];
}
