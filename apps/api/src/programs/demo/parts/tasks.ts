import type { Calendar } from '../calendar';
import type { DemoTask } from '../data/demo-entries';
import { SESSIONS, TASKS } from '../data/demo-data';
import type { DemoPart } from '../demo-part';

/** The time of the session that made or completed a task; null if there is none. */
function dayOf(what: 'created' | 'completed', key: string, calendar: Calendar): Date | null {
  const session = SESSIONS.find((one) => one[what]?.includes(key));
  return session === undefined ? null : calendar.at(session.ago, session.time);
}

function toRow({ key, cancelled, ...task }: DemoTask, calendar: Calendar): object {
  const created_at = dayOf('created', key, calendar);
  const completedAt = dayOf('completed', key, calendar);
  const cancelledAt = cancelled === undefined ? null : calendar.at(cancelled, '16:30');
  const status = completedAt !== null ? 'completed' : cancelledAt !== null ? 'cancelled' : 'pending';
  return { ...task, status, created_at, updated_at: completedAt ?? cancelledAt ?? created_at };
}

export const tasks: DemoPart = {
  name: 'tasks',
  insert: `
    insert into assistant_tasks (project_id, task, status, priority, created_at, updated_at)
    select (select id from assistant_projects where name = demo.project),
           task, status, priority, created_at, updated_at
    from json_to_recordset($1) as demo
      (project text, task text, status text, priority integer, created_at timestamptz, updated_at timestamptz)
    where not exists (select from assistant_tasks where text_digest(task) = text_digest(demo.task))
    order by created_at, task
    returning id`,
  rows: (calendar) => TASKS.map((task) => toRow(task, calendar)),
};
