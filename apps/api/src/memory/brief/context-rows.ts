import type { ContextDto, DecisionDto, VersionKind } from '@groupless/shared-dto';

/** The lists of the context, in the order of the answer and of `x-context-omitted`. */
export const CONTEXT_LISTS = [
  'projects',
  'recent_sessions',
  'state',
  'people',
  'pending_tasks',
] as const satisfies readonly (keyof ContextDto)[];

/** What a brief has: the context, and the decisions that stand. */
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

/** A row of the context with what it takes to show it. */
export type ContextRow = {
  [List in ContextList]: {
    list: List;
    /** The row as answers show it; its long texts may be but the beginnings of what is stored. */
    row: BriefRows[List][number];
    /** What is stored of each long text, in UTF-8 bytes, in the order of `LONG_TEXTS`. */
    bytes: readonly number[];
    /** The name of the project of a task, of a decision or of state; null for all that has none. */
    project: string | null;
    /** Whether that is a project whose folder is above or below that of the project which a brief is for. */
    related: boolean;
    /** Who or what wrote the row, where it was not the assistant in its own words, and where its session was. */
    source: string | null;
    /** Whether the quarantine holds the row, or it has not been judged yet. Of a task a brief says that it is there. */
    held: boolean;
    /** Whether hooks have put a session together from one request of one line, and nothing came of it. */
    is_small?: boolean;
    /** What a session says that stands for the small ones of its day. */
    of_day?: string;
    /** How many sessions of a brief say the same: the newest stands for them. */
    times?: number;
    /** The key of an entry of the state that is newer and nearly equal. */
    older_than?: string;
  };
}[ContextList];

/** What a row of each list is elsewhere. */
export const KIND_OF_LIST = {
  projects: 'project',
  recent_sessions: 'session',
  state: 'state',
  people: 'person',
  pending_tasks: 'task',
  decisions: 'decision',
} as const satisfies Record<ContextList, VersionKind>;

export type ListCounts = Record<ContextList, number>;

/** What the database has and an answer has not. */
export interface LeftOut extends ListCounts {
  /** Entries of the state of projects that were not asked for. */
  state_of_projects: number;
  /** Pending tasks of projects that were not asked for. */
  tasks_of_projects: number;
  /** Standing decisions of projects that were not asked for. */
  decisions_of_projects: number;
  /** Sessions that are older than those that a context has at least; not counted in JSON without a budget and a project. */
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
