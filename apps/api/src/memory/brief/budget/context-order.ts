import { rowsOf, type ContextList, type ContextRow } from '../context-rows';

/** Pending tasks with at least this priority are the last to be left out. */
const URGENT_PRIORITY = 8;

export function isUrgent({ list, row }: ContextRow): boolean {
  return list === 'pending_tasks' && row.priority >= URGENT_PRIORITY;
}

/** The rows of each list that come before the rest of any list. */
const FIRST = { pending_tasks: 5, projects: 3, state: 5 };

/**
 * The rows of a context, the most useful first:
 *
 * 1. Urgent tasks: without them an assistant does the wrong thing.
 * 2. A few of each that nearly every session starts from: the next tasks, the newest session (it tells where
 *    the work stands), the main projects and what last changed of the state. They come before the rest of any
 *    list, or else a hundred small tasks would leave no room for the server that they are about.
 * 3. The other tasks: nothing else tells what is to be done.
 * 4. The other projects, which tasks refer to.
 * 5. The other state. What was not touched for long is the most likely to be stale, or to be known otherwise.
 * 6. People: a session of coding seldom needs them.
 * 7. Older sessions: what mattered in them may be in the state and the tasks by now.
 * 8. Decisions: only the brief of a project has them, and `rowsByTurns()` moves them to the front.
 *
 * Within a list the order is that of the answer (what belongs to the project that is asked for; tasks by urgency, then the
 * oldest; projects by priority; sessions from the newest), but state and people, which the answer sorts by name, go by their last change: state of the project,
 * then that of all, then that of folders above and below.
 */
export function rowsByUse(rows: readonly ContextRow[]): ContextRow[] {
  const tasks = rowsOf(rows, 'pending_tasks');
  const sessions = rowsOf(rows, 'recent_sessions');
  const projects = rowsOf(rows, 'projects');
  const changed = rowsOf(rows, 'state').sort(byLastChange);
  const isOwn = ({ project, related }: ContextRow) => project !== null && !related;
  const state = [
    ...changed.filter(isOwn),
    ...changed.filter(({ project }) => project === null),
    ...changed.filter(({ related }) => related),
  ];
  const people = rowsOf(rows, 'people').sort(byLastChange);
  const urgent = tasks.filter(isUrgent);
  const others = tasks.filter((task) => !isUrgent(task));
  return [
    ...urgent,
    ...others.splice(0, FIRST.pending_tasks),
    ...sessions.splice(0, 1),
    ...projects.splice(0, FIRST.projects),
    ...state.splice(0, FIRST.state),
    ...others,
    ...projects,
    ...state,
    ...people,
    ...sessions,
    ...rowsOf(rows, 'decisions'),
  ];
}

/** The rows of each list in one round. */
const TURN = {
  decisions: 4,
  pending_tasks: 3,
  state: 4,
  recent_sessions: 2,
  people: 1,
  projects: 1,
} as const;

/**
 * The rows of the brief of a project, the most useful first: its urgent tasks, then what a session starts from, then a few of
 * each list in turns, decisions first. Nothing moves what a session decided into the state or the tasks, so no list waits for
 * the end of another.
 */
export function rowsByTurns(rows: readonly ContextRow[]): ContextRow[] {
  const byUse = rowsByUse(rows);
  const urgent = byUse.filter(isUrgent);
  const others = byUse.filter((row) => !isUrgent(row));
  const lists = (Object.keys(TURN) as ContextList[]).map((list) => ({
    turn: TURN[list],
    left: others.filter((row) => row.list === list),
  }));
  const first = [
    ...rowsOf(others, 'recent_sessions').slice(0, 1),
    ...rowsOf(others, 'projects').slice(0, 1),
    ...rowsOf(others, 'pending_tasks').slice(0, FIRST.pending_tasks),
    ...rowsOf(others, 'state').slice(0, FIRST.state),
  ];
  const taken = new Set<ContextRow>(first);
  const turns: ContextRow[] = [];
  while (turns.length < others.length) {
    for (const { turn, left } of lists) turns.push(...left.splice(0, turn));
  }
  return [...urgent, ...first, ...turns.filter((row) => !taken.has(row))];
}

interface Changed {
  row: { updated_at: string };
}

/** All times have one format and zone, so they sort as strings. The sort is stable. */
function byLastChange(one: Changed, other: Changed): number {
  if (one.row.updated_at === other.row.updated_at) return 0;
  return one.row.updated_at > other.row.updated_at ? -1 : 1;
}
