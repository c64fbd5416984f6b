import type { ContextDto, DecisionDto, VersionKind } from '@groupless/shared-dto';

/** The lists of the context, in the order of the answer and of `x-context-omitted`. */
export const CONTEXT_LISTS = [
  'projects',
  'recent_sessions',
  'state',
  'people',
  'pending_tasks',
] as const satisfies readonly (keyof ContextDto)[];

/** The rows of a brief: the context and the standing decisions. */
export interface BriefRows extends ContextDto {
  decisions: Pick<DecisionDto, 'id' | 'text' | 'at'>[];
}

export const BRIEF_LISTS = [...CONTEXT_LISTS, 'decisions'] as const satisfies readonly (keyof BriefRows)[];

export type ContextList = (typeof BRIEF_LISTS)[number];

/**
 * The texts that a budget may shorten. Every other text is whole or absent with its row: names, keys,
 * categories, statuses and moods are short, and a task is known by its whole text.
 */
export const LONG_TEXTS = {
  projects: ['description', 'server', 'url', 'stack', 'notes'],
  recent_sessions: ['summary', 'projects_touched', 'decisions_made', 'tasks_completed', 'tasks_created'],
  state: ['value'],
  people: ['relationship', 'notes'],
  pending_tasks: [],
  decisions: ['text'],
} as const satisfies { [List in ContextList]: readonly (keyof BriefRows[List][number])[] };

/** A row of the context with all that is needed to show it. */
export type ContextRow = {
  [List in ContextList]: {
    list: List;
    /** The row as in answers; its long texts may be only beginnings. */
    row: BriefRows[List][number];
    /** The stored length of each long text in UTF-8 bytes, in the order of `LONG_TEXTS`. */
    bytes: readonly number[];
    /** The project's name of a task, decision or state; null otherwise. */
    project: string | null;
    /** Whether that project's folder is above or below the folder of the brief's project. */
    related: boolean;
    /** Who or what wrote the row, if not the assistant itself, and where its session was. */
    source: string | null;
    /** Whether the row is in the quarantine or not judged yet. A brief names such a task without its text. */
    held: boolean;
    /** Whether hooks made the session from one request of one line, without a result. */
    is_small?: boolean;
    /** The text of a session that stands for all small ones of its day. */
    of_day?: string;
    /** The number of sessions with the same text; the newest stands for them. */
    times?: number;
    /** The key of a newer state entry with nearly the same key. */
    older_than?: string;
  };
}[ContextList];

/** The kind of the rows of each list in other parts of the API. */
export const KIND_OF_LIST = {
  projects: 'project',
  recent_sessions: 'session',
  state: 'state',
  people: 'person',
  pending_tasks: 'task',
  decisions: 'decision',
} as const satisfies Record<ContextList, VersionKind>;

export type ListCounts = Record<ContextList, number>;

/** The number of rows that an answer leaves out. */
export interface LeftOut extends ListCounts {
  /** State entries of other projects. */
  state_of_projects: number;
  /** Pending tasks of other projects. */
  tasks_of_projects: number;
  /** Standing decisions of other projects. */
  decisions_of_projects: number;
  /** Sessions older than those that every context has; not counted in JSON without a project. */
  sessions: number;
}

type Texts = Record<string, string>;

export function longTextsOf({ list, row }: ContextRow): string[] {
  return LONG_TEXTS[list].map((name) => (row as unknown as Texts)[name] ?? '');
}

/** The same row with other long texts. */
export function withLongTexts(row: ContextRow, texts: readonly string[]): ContextRow {
  const replaced = Object.fromEntries(LONG_TEXTS[row.list].map((name, index) => [name, texts[index]]));
  return { ...row, row: { ...row.row, ...replaced } } as ContextRow;
}

/** The rows of one list, in their order. */
export function rowsOf<List extends ContextList>(
  rows: readonly ContextRow[],
  list: List,
): Extract<ContextRow, { list: List }>[] {
  return rows.filter((row): row is Extract<ContextRow, { list: List }> => row.list === list);
}

export function countByList(rows: readonly ContextRow[]): ListCounts {
  const counts = { projects: 0, recent_sessions: 0, state: 0, people: 0, pending_tasks: 0, decisions: 0 };
  for (const { list } of rows) counts[list]++;
  return counts;
}
