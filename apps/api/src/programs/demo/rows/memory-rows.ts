import chats from '../../../../demo/chats.json';
import people from '../../../../demo/people.json';
import projects from '../../../../demo/projects.json';
import sessions from '../../../../demo/sessions.json';
import state from '../../../../demo/state.json';
import tasks from '../../../../demo/tasks.json';
import type { Calendar } from './calendar';
import { readScript } from './chat-script';

/** Days of the files count in working days before `calendar.today`, times are in UTC. */
export function memoryRows(calendar: Calendar) {
  return {
    assistant_projects: projects.map(({ begun, changed, ...project }) => ({
      ...project,
      created_at: calendar.at(begun, '09:00'),
      updated_at: calendar.at(changed, '17:20'),
    })),
    assistant_people: people.map(({ changed, ...person }) => ({
      ...person,
      ...madeAndChanged(calendar.at(changed, '12:40')),
    })),
    assistant_state: state.map(({ changed, ...entry }) => ({
      ...entry,
      ...madeAndChanged(calendar.at(changed, '16:05')),
    })),
    assistant_sessions: sessions.map(
      ({ ago, time, mood, projects: touched, summary, decided = [], created, completed }) => ({
        session_date: calendar.at(ago, time),
        summary,
        projects_touched: touched.join(', '),
        decisions_made: decided.join(', '),
        tasks_completed: taskTexts(completed),
        tasks_created: taskTexts(created),
        mood,
      }),
    ),
    assistant_tasks: tasks
      .map((task) => taskRow(task, calendar))
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    chat_history: chats
      .flatMap(({ chat_id, ago, time, has_external_ids, messages }) =>
        readScript(messages, calendar.at(ago, time)).map(({ role, text, sent_at }, index) => ({
          chat_id,
          role,
          message: text,
          timestamp: sent_at,
          external_id: has_external_ids && role === 'user' ? `m-${index + 1}` : null,
        })),
      )
      .sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime()),
  };
}

const madeAndChanged = (at: Date) => ({ created_at: at, updated_at: at });

function taskTexts(keys: readonly string[] = []): string {
  return keys.map((wanted) => tasks.find(({ key }) => key === wanted)?.task).join(', ');
}

/** Sessions name the tasks that they made and completed by their keys. */
function taskRow({ key, cancelled, project, ...task }: (typeof tasks)[number], calendar: Calendar) {
  const timeOf = (what: 'created' | 'completed') => {
    const session = sessions.find((one) => one[what]?.includes(key));
    return session === undefined ? null : calendar.at(session.ago, session.time);
  };
  const created_at = timeOf('created');
  if (created_at === null) throw new Error(`No session of the demo makes the task ${key}.`);
  const completedAt = timeOf('completed');
  const cancelledAt = cancelled === undefined ? null : calendar.at(cancelled, '16:30');
  return {
    ...task,
    // The database is new, so the ids of the projects are their places.
    project_id: project === null ? null : projects.findIndex(({ name }) => name === project) + 1,
    status: completedAt !== null ? 'completed' : cancelledAt !== null ? 'cancelled' : 'pending',
    created_at,
    updated_at: completedAt ?? cancelledAt ?? created_at,
  };
}
