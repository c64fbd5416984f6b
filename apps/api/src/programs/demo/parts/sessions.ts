import { SESSIONS, TASKS } from '../data/demo-data';
import type { DemoPart } from '../demo-part';

const taskTexts = (keys: readonly string[] = []) =>
  keys.map((wanted) => TASKS.find(({ key }) => key === wanted)?.task).join(', ');

/** The idempotency key, which is not shown, identifies the demo's sessions. */
export const sessions: DemoPart = {
  name: 'sessions',
  insert: `
    insert into assistant_sessions
      (session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood, idempotency_key)
    select session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood, idempotency_key
    from json_populate_recordset(null::assistant_sessions, $1) as demo
    where not exists (select from assistant_sessions where idempotency_key = demo.idempotency_key)
    returning id`,
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
