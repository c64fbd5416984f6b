import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Whose an appointment is and what the team notes of it, how one is found again, and what things were called when they were done.
 */
export class GiveAppointmentsALife1796020000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(TEAM_NOTES);
    await runner.query(SEARCH);
    await runner.query(AUDIT);
  }
}

const COLUMNS = `
  alter table appointments
    add column attendee_name text,
    add column given jsonb,
    add column service text,
    add column team_notes text not null default '',
    add column search_text text not null default '';

  -- What is going on at an instant began within a day, or is one of these.
  create index appointments_long on appointments (starts_at, ends_at) where ends_at - starts_at > interval '1 day';

  -- An exchange of two times passes through a row that nobody is to be told of.
  drop trigger hook_update on appointments;
  create trigger hook_update after update on appointments for each row
    when (current_setting('groupless.swapping', true) is distinct from 'on')
    execute function hook_enqueue('appointment.updated', 'id', 'whole');
`;

/** A person who wrote or changed notes did not know that an agent reads them out. They move as a whole. */
const TEAM_NOTES = `
  alter table appointments disable trigger hook_update;
  update appointments as a set team_notes = a.notes, notes = ''
  where a.notes <> '' and exists (
    select from appointment_events as e
    where e.appointment_id = a.id and e.user_id is not null
      and (e.version = 1 or e.changes @> '[{"field": "notes"}]'));
  alter table appointments enable trigger hook_update;
`;

const SEARCH = `
  create function appointment_keys() returns trigger
    language plpgsql
    as $$
    begin
      new.search_text := sort_name(concat_ws(E'\\n', new.attendee_name, new.title, new.service, new.notes,
        new.team_notes));
      return new;
    end $$;
  create trigger appointments_keys
    before insert or update of attendee_name, title, service, notes, team_notes on appointments
    for each row execute function appointment_keys();

  alter table appointments disable trigger hook_update;
  update appointments set title = title
  where concat_ws('', title, notes, team_notes) <> '';
  alter table appointments enable trigger hook_update;

  create index appointments_search on appointments using gin (search_text gin_trgm_ops);
  create index appointments_short_search on appointments using gin (short_grams(search_text));
`;

/** Rows from before keep no names: these columns are null there. */
const AUDIT = `
  alter table audit_events
    add column object_name text,
    add column client_ids uuid[];
  create index audit_events_of_clients on audit_events using gin (client_ids) where client_ids is not null;
  create index audit_events_names on audit_events using gin (sort_name(object_name) gin_trgm_ops)
    where object_name is not null;
`;
