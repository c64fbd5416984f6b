import type { DemoPart } from '../demo-part';
import { TASKS, type TaskName } from '../task-list';
import type { DemoSession } from './demo-session';
import { FIRST_MONTH } from './first-month';
import { SECOND_MONTH } from './second-month';
import { THIRD_MONTH } from './third-month';

/** Oldest first. */
export const SESSIONS: readonly DemoSession[] = [...FIRST_MONTH, ...SECOND_MONTH, ...THIRD_MONTH];

const taskTexts = (names: readonly TaskName[] = []) => names.map((name) => TASKS[name].task).join(', ');

/** The idempotency key, which nobody sees, tells a session of the demo from others. */
export const sessions: DemoPart = {
  name: 'sessions',
  insert: `
    insert into assistant_sessions
      (session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood, idempotency_key)
    select session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood, idempotency_key
    from json_populate_recordset(null::assistant_sessions, $1) as demo
    where not exists (select from assistant_sessions where idempotency_key = demo.idempotency_key)`,
  rows: (calendar) =>
    SESSIONS.map(({ ago, time, mood, projects, summary, decided = [], created, completed }, index) => ({
      session_date: calendar.at(ago, time),
      summary,
      projects_touched: projects.join(', '),
      decisions_made: decided.join(', '),
      tasks_completed: taskTexts(completed),
      tasks_created: taskTexts(created),
      mood,
      idempotency_key: `demo-${index + 1}`,
    })),
};
