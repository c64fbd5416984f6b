import { PROJECTS } from '../data/demo-data';
import type { Calendar } from '../calendar';
import type { DemoPart } from '../demo-part';

export const projects: DemoPart = {
  name: 'projects',
  insert: `
    insert into assistant_projects
      (name, description, status, server, url, stack, notes, priority, created_at, updated_at)
    select name, description, status, server, url, stack, notes, priority, created_at, updated_at
    from json_populate_recordset(null::assistant_projects, $1)
    on conflict (name) do nothing
    returning id`,
  rows: (calendar: Calendar) =>
    PROJECTS.map(({ begun, changed, ...project }) => ({
      ...project,
      created_at: calendar.at(begun, '09:00'),
      updated_at: calendar.at(changed, '17:20'),
    })),
};
