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

/** Why a row was found, and why it stands where it does. */
export interface SearchReasonsDto {
  /** Its words that were hit, in lower case and without accents. */
  words: string[];
  /** Words of the query that stand in the row as in the query, one after the other. */
  phrases: string[];
  /** Whether its title, such as the first line of a summary, has a hit. */
  title: boolean;
  /** Whether it belongs to the project at hand. */
  project: boolean;
  /** How much of what was asked for it has, from 0 to 1: each word counts by its rarity. Comparable between searches. */
  share: number;
}

/** A message of a chat. */
export interface SearchTurnDto {
  id: number;
  role: string;
  /** As that of a hit. */
  excerpt: string;
}

export interface SearchHitDto {
  kind: SearchKind;
  /** Of the row, within its kind. */
  id: number;
  /** One line that a person recognises it by; plain text. */
  title: string;
  /** HTML: what was found stands between `<mark>` and `</mark>`, all else is escaped. */
  excerpt: string;
  /** The row's own date: RFC 3339 in UTC with milliseconds. */
  at: string;
  /** Higher is better; comparable within one search. */
  score: number;
  why: SearchReasonsDto;
  /** Only of a decision that was withdrawn: it stands no longer. */
  is_withdrawn?: true;
  /** With `around`, of a message of a chat: it and those beside it, in their order. */
  turns?: SearchTurnDto[];
}
