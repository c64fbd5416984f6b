import { PEOPLE } from '../data/demo-data';
import type { DemoPart } from '../demo-part';

export const people: DemoPart = {
  name: 'people',
  insert: `
    insert into assistant_people (name, relationship, notes, created_at, updated_at)
    select name, relationship, notes, updated_at, updated_at
    from json_populate_recordset(null::assistant_people, $1) as demo
    where not exists (select from assistant_people where name = demo.name)
    returning id`,
  rows: (calendar) =>
    PEOPLE.map(({ changed, ...person }) => ({
      ...person,
      updated_at: calendar.at(changed, '12:40'),
    })),
};
