import { bikes, moods, names, outcomes, parts, surnames, works } from '../../../../demo/phrases.json';
import { instantBefore, newestInstant, pick, type ScaledPart } from './scaled-part';

const NUMBERS = 'from generate_series($1::bigint, $2::bigint) as number';
const OLD_PROJECTS = ['website', 'parts-stock', 'rental-fleet', 'reminders', 'backups'];

const scaledSessions: ScaledPart = {
  name: 'large: sessions',
  rows: (scale) => Math.floor(scale / 200),
  batch: 5_000,
  insert: `
    insert into assistant_sessions (session_date, summary, projects_touched, tasks_completed, mood)
    select ${instantBefore('$3', 'number')},
           ${pick('$4', 'number', 1)} || ' ' || ${pick('$5', 'number', 5)} || ' (no. ' || number || ')',
           ${pick('$6', 'number', 2)},
           case when number % 3 = 0 then 'Order ' || ${pick('$7', 'number', 4)} || ', order no. ' || number else '' end,
           ${pick('$8', 'number', 9)}
    ${NUMBERS} order by number
    returning id`,
  values: (calendar) => [newestInstant(calendar), works, outcomes, OLD_PROJECTS, parts, moods],
};

/** Most are completed; pending ones have a low priority, so that they do not hide others. */
const scaledTasks: ScaledPart = {
  name: 'large: tasks',
  rows: (scale) => Math.min(Math.floor(scale / 250), 20_000),
  batch: 2_000,
  insert: `
    insert into assistant_tasks (project_id, task, status, priority, created_at, updated_at)
    select (select id from assistant_projects where name = ${pick('$4', 'number', 2)}),
           'Order ' || ${pick('$5', 'number', 4)} || ', order no. ' || number,
           case when number % 50 = 0 then 'pending' when number % 20 = 1 then 'cancelled' else 'completed' end,
           case when number % 50 = 0 then 1 + number % 3 else 1 + number % 10 end,
           ${instantBefore('$3', 'number')},
           ${instantBefore('$3', 'number')} + make_interval(hours => (number % 90)::int)
    ${NUMBERS} order by number
    on conflict do nothing
    returning id`,
  values: (calendar) => [newestInstant(calendar), OLD_PROJECTS, parts],
};

const scaledState: ScaledPart = {
  name: 'large: state entries',
  rows: (scale) => Math.min(Math.floor(scale / 1_000), 1_000),
  batch: 1_000,
  insert: `
    insert into assistant_state (key, value, category, created_at, updated_at)
    select 'drawer.' || to_char(number, 'FM0000'), ${pick('$4', 'number', 4)} || ': ' || number % 37, 'stock',
           ${instantBefore('$3', 'number')}, ${instantBefore('$3', 'number')}
    ${NUMBERS} order by number
    on conflict (key) where project_id is null do nothing
    returning id`,
  values: (calendar) => [newestInstant(calendar), parts],
};

const scaledPeople: ScaledPart = {
  name: 'large: people',
  rows: (scale) => Math.min(Math.floor(scale / 2_000), 500),
  batch: 500,
  insert: `
    insert into assistant_people (name, relationship, notes, created_at, updated_at)
    select ${pick('$4', 'number', 29)} || ' ' || ${pick('$5', 'number * 13', 7)}, 'customer',
           'Rides a ' || ${pick('$6', 'number', 3)} || '. Customer no. ' || 100000 + number || '.',
           ${instantBefore('$3', 'number')}, ${instantBefore('$3', 'number')}
    ${NUMBERS} order by number
    returning id`,
  values: (calendar) => [newestInstant(calendar), names, surnames, bikes],
};

export const SCALED_ROWS: readonly ScaledPart[] = [scaledSessions, scaledTasks, scaledState, scaledPeople];
