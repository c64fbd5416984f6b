import { markOf } from '@groupless/shared-dto/memory/recall/recalled';
import { CUT_MARK } from './budget/cut-text';
import { KIND_OF_LIST, longTextsOf, type ContextRow } from './context-rows';

/** Headers have little room. */
const MOST = 100;

/** The marks of the rows that a brief shows whole, by commas: a recall does not tell them again. */
export function toldMarks(rows: readonly ContextRow[]): string {
  const whole = rows.filter((row) => !row.held && row.of_day === undefined && !isCut(row));
  const marks = whole.map((row) =>
    markOf({ kind: KIND_OF_LIST[row.list], id: row.row.id, at: changedAt(row) }),
  );
  return marks.slice(0, MOST).join(',');
}

function isCut(row: ContextRow): boolean {
  return longTextsOf(row).some((text) => text.endsWith(CUT_MARK));
}

/** As the search tells it. */
function changedAt({ list, row }: ContextRow): string {
  if (list === 'recent_sessions') return row.session_date;
  return list === 'decisions' ? row.at : row.updated_at;
}
