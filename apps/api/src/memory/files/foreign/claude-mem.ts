import { hash } from 'node:crypto';
import { LIMITS } from '@groupless/shared-dto';
import type { Steps } from '../../../shared/time-slices';
import { cutTo, ForeignRows, invalidFile, textOf, timeOf } from './foreign-rows';
import type { SqliteFile, SqliteRow } from './sqlite-file';

/** Decisions of one session that the memory keeps. */
const MOST_DECISIONS = 200;
/** What a summary says, with the words before it. */
const PARTS = {
  request: '',
  investigated: 'Investigated: ',
  learned: 'Learned: ',
  completed: 'Completed: ',
  next_steps: 'Next: ',
  notes: 'Notes: ',
} as const;
const ROW_COLUMNS = ['memory_session_id', 'sdk_session_id', 'project', 'created_at', 'created_at_epoch'];

interface Told {
  /** The id that claude-mem gave the session. */
  id: string;
  project: string;
  at: string;
  summaries: string[];
  noticed: string[];
  decisions: string[];
}

/**
 * The database of claude-mem: a session with all that was summarised and noticed in it, its decisions apart; standing rules
 * are entries of the state. What people typed is not taken in.
 * @param project the name of the project to which all belongs; null: as the database says
 * @param now the time of a rule that says none
 */
export function* readClaudeMem(database: SqliteFile, project: string | null, now: Date): Steps<ForeignRows> {
  if (database.columnsOf('session_summaries').size + database.columnsOf('observations').size === 0)
    throw invalidFile('It has none of the tables of claude-mem.');
  const found = new ForeignRows();
  const told = new Map<string, Told>();
  for (const row of database.rowsOf('session_summaries', [...ROW_COLUMNS, ...Object.keys(PARTS)])) {
    yield;
    const session = sessionOf(row, told, found, 'session_summaries');
    const text = Object.entries(PARTS).flatMap(([name, before]) =>
      textOf(row[name]) === '' ? [] : [before + textOf(row[name])],
    );
    if (text.length > 0) session?.summaries.push(text.join('\n'));
  }
  const observed = [...ROW_COLUMNS, 'type', 'title', 'subtitle', 'narrative', 'text'];
  for (const row of database.rowsOf('observations', observed)) {
    yield;
    const session = sessionOf(row, told, found, 'observations');
    const says = [
      textOf(row['title']),
      textOf(row['narrative']) || textOf(row['subtitle']) || textOf(row['text']),
    ];
    const text = says.filter((part) => part !== '').join(': ');
    if (session === null || text === '') continue;
    if (row['type'] === 'decision') session.decisions.push(text.replaceAll(/\s*\n\s*/g, ' '));
    else session.noticed.push(`- ${textOf(row['type'])}: ${text}`);
  }
  yield* addSessions([...told.values()], yield* namesOfSessions(database), found, project);
  yield* addRules(database, found, project, now);
  let prompts = 0;
  for (const _prompt of database.rowsOf('user_prompts', ['id'])) {
    yield;
    prompts++;
  }
  if (prompts > 0) found.leaveOut('user_prompts', `${prompts} prompts: what people typed is not taken in.`);
  return found;
}

/** The session of a row, which is begun if it is new; null where the row does not say which. */
function sessionOf(row: SqliteRow, told: Map<string, Told>, found: ForeignRows, table: string): Told | null {
  const id = textOf(row['memory_session_id']) || textOf(row['sdk_session_id']);
  const at = timeOf(row['created_at_epoch']) ?? timeOf(row['created_at']);
  const project = textOf(row['project']);
  if (id === '' || at === null) {
    found.leaveOut(table, 'A row has no session or no time.');
    return null;
  }
  // One session may have been in two projects, which stay apart.
  const key = JSON.stringify([id, project]);
  const known = told.get(key) ?? { id, project, at, summaries: [], noticed: [], decisions: [] };
  if (at > known.at) known.at = at;
  told.set(key, known);
  return known;
}

/** The assistant's own ids of the sessions: by these it tells of them, too. */
function* namesOfSessions(database: SqliteFile): Steps<Map<string, string>> {
  const names = new Map<string, string>();
  const columns = ['memory_session_id', 'sdk_session_id', 'content_session_id', 'claude_session_id'];
  for (const row of database.rowsOf('sdk_sessions', columns)) {
    yield;
    const id = textOf(row['memory_session_id']) || textOf(row['sdk_session_id']);
    const own = textOf(row['content_session_id']) || textOf(row['claude_session_id']);
    if (id !== '' && own !== '') names.set(id, own);
  }
  return names;
}

function* addSessions(
  told: readonly Told[],
  names: ReadonlyMap<string, string>,
  found: ForeignRows,
  project: string | null,
): Steps<void> {
  const used = new Set<string>();
  for (const { id, project: own, at, summaries, noticed, decisions } of told) {
    yield;
    const kept = [...new Set(decisions)];
    const text = [...summaries, ...noticed];
    if (text.length === 0) text.push(...kept);
    const summary = cutWhereTooLong(text.join('\n'), LIMITS.summary.max, `session ${id}`, found);
    if (summary === '') continue;
    if (kept.length > MOST_DECISIONS)
      found.leaveOut(
        `session ${id}`,
        `It has ${kept.length} decisions, of which the first ${MOST_DECISIONS} are taken in.`,
      );
    const some = kept.slice(0, MOST_DECISIONS);
    const name = cutTo(names.get(id) ?? id, LIMITS.session_place.max);
    found.add({
      kind: 'session',
      project: project ?? (own || null),
      row: {
        session_date: at,
        summary,
        decisions_made: some.join('\n'),
        decisions_list: some.length > 0 ? some : null,
        session_id: used.has(name) ? null : name,
      },
    });
    used.add(name);
  }
}

function* addRules(database: SqliteFile, found: ForeignRows, project: string | null, now: Date): Steps<void> {
  const columns = ['id', 'scope', 'project', 'content', 'status', 'created_at_epoch'];
  for (const row of database.rowsOf('directives', columns)) {
    yield;
    const value = textOf(row['content']);
    if (row['status'] !== 'active' || value === '') continue;
    const at = timeOf(row['created_at_epoch']) ?? now.toISOString();
    const own = row['scope'] === 'global' ? null : textOf(row['project']) || null;
    found.add({
      kind: 'state',
      project: project ?? own,
      row: {
        // Its number means another rule in another database.
        key: `claude-mem rule ${hash('sha256', value).slice(0, 12)}`,
        value: cutWhereTooLong(value, LIMITS.state_value.max, `directive ${String(row['id'])}`, found),
        category: 'instructions',
        created_at: at,
        updated_at: at,
      },
    });
  }
}

function cutWhereTooLong(text: string, most: number, where: string, found: ForeignRows): string {
  const cut = cutTo(text, most);
  if (cut.length < text.length) found.leaveOut(where, 'Its text is too long; the end is cut off.');
  return cut;
}
