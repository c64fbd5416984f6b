import { markOf } from '@groupless/shared-dto/memory/recall/recalled';
import { CUT_MARK } from './budget/cut-text';
import { KIND_OF_LIST, longTextsOf, type ContextRow } from './context-rows';

/** Headers have little room. */
const MOST = 100;

/** Begins the mark of the brief itself, which says when it was told. */
const OF_BRIEF = 'br.';

/**
 * The mark of a brief, and those of the rows that it shows whole, by commas: a recall does not tell them again, and the brief of a session
 * that goes on has only what is new.
 */
export function toldMarks(rows: readonly ContextRow[], now: Date): string {
  const whole = rows.filter((row) => !row.held && row.of_day === undefined && !isCut(row));
  const marks = whole.map(markOfRow).slice(0, MOST);
  return [`${OF_BRIEF}${now.getTime().toString(36)}`, ...marks].join(',');
}

/** When a brief was told, in milliseconds, if a mark is that of a brief; else 0. */
export function timeOfBrief(mark: string): number {
  const time = mark.startsWith(OF_BRIEF) ? Number.parseInt(mark.slice(OF_BRIEF.length), 36) : 0;
  return Number.isSafeInteger(time) ? time : 0;
}

export function markOfRow(row: ContextRow): string {
  return markOf({ kind: KIND_OF_LIST[row.list], id: row.row.id, at: changedAt(row) });
}

function isCut(row: ContextRow): boolean {
  return longTextsOf(row).some((text) => text.endsWith(CUT_MARK));
}

/** As the search tells it. */
export function changedAt({ list, row }: ContextRow): string {
  if (list === 'recent_sessions') return row.session_date;
  return list === 'decisions' ? row.at : row.updated_at;
}
