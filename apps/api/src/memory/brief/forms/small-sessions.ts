import { rowsOf, type ContextRow } from '../context-rows';

type Session = Extract<ContextRow, { list: 'recent_sessions' }>;

/** The most requests that are named for a day, each by its beginning, and the most branches and machines. */
const MOST_NAMED = 12;
const LONGEST_NAME = 100;
const FIRST_LINE = /^First request: (.*)/;

/**
 * The rows, where the newest of the small sessions of a day, of the same projects, stands for all of them and says what was
 * asked and where: of one request without a result there is no more to tell. Sessions come newest first.
 */
export function withSmallFolded(rows: readonly ContextRow[]): ContextRow[] {
  const days = Map.groupBy(rowsOf(rows, 'recent_sessions'), dayOf);
  return rows.flatMap((row) => {
    const day = row.list === 'recent_sessions' ? dayOf(row) : null;
    const all = day === null ? [] : (days.get(day) ?? []);
    if (row.list !== 'recent_sessions' || all.length < 2) return [row];
    return row === all[0] ? [withDay({ ...row, source: sourcesOf(all), of_day: lineOf(all) })] : [];
  });
}

/** The selected sessions, read again, with what they stand for. */
export function asSelected(selected: readonly ContextRow[]): (row: ContextRow) => ContextRow {
  const sessions = new Map(rowsOf(selected, 'recent_sessions').map((one) => [one.row.id, one]));
  return (row) => {
    if (row.list !== 'recent_sessions') return row;
    const { times, of_day, source = null } = sessions.get(row.row.id) ?? {};
    if (of_day !== undefined) return withDay({ ...row, source, of_day });
    return times === undefined ? row : { ...row, times };
  };
}

function withDay(session: Session & { of_day: string }): Session {
  // The line has their number already.
  const { times: _, ...one } = session;
  const { of_day, row, bytes } = one;
  return {
    ...one,
    row: { ...row, summary: of_day },
    bytes: [Buffer.byteLength(of_day), ...bytes.slice(1)],
  };
}

/** Null: it is not a small session. */
function dayOf({ row, is_small }: Session): string | null {
  if (is_small !== true) return null;
  return JSON.stringify([row.session_date.slice(0, 10), row.projects_touched]);
}

/** Who wrote them, on which branches and machines. */
function sourcesOf(sessions: readonly Session[]): string | null {
  const sources = new Set(sessions.flatMap(({ source }) => source ?? []));
  return sources.size === 0 ? null : [...sources].slice(0, MOST_NAMED).join('; ');
}

function lineOf(sessions: readonly Session[]): string {
  const count = sessions.reduce((sum, { times = 1 }) => sum + times, 0);
  const asked = sessions.map(({ row }) => nameOf(FIRST_LINE.exec(row.summary)?.[1] ?? ''));
  const named = [...new Set(asked)].slice(0, MOST_NAMED);
  return `${count} sessions of one request each: ${named.join(' · ')}`;
}

function nameOf(request: string): string {
  const letters = [...request];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : request;
}
