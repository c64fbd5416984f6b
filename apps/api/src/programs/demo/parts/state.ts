import { STATE } from '../data/demo-data';
import type { DemoPart } from '../demo-part';

export const state: DemoPart = {
  name: 'state entries',
  insert: `
    insert into assistant_state (key, value, category, created_at, updated_at)
    select key, value, category, updated_at, updated_at
    from json_populate_recordset(null::assistant_state, $1)
    on conflict (key) where project_id is null do nothing
    returning id`,
  rows: (calendar) =>
    STATE.map(({ changed, ...entry }) => ({ ...entry, updated_at: calendar.at(changed, '16:05') })),
};
