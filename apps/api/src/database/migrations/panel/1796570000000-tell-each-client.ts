import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What was told is kept for each client of an appointment, also for who has it no more. */
export class TellEachClient1796570000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KEY);
    await runner.query(GIVEN_AWAY);
    await runner.query(NOTE);
  }
}

const KEY = `
  alter table told_appointments drop constraint told_appointments_pkey,
    add constraint told_appointments_pkey primary key (appointment_id, client_id)`;

/** Who got one of these had no row until the former client had heard of it. */
const GIVEN_AWAY = `
  insert into told_appointments (appointment_id, client_id, changed_at, waived)
  select a.id, a.client_id, t.changed_at, t.waived
  from told_appointments as t join appointments as a on a.id = t.appointment_id and a.client_id <> t.client_id
  where t.changed_at is not null`;

/** Each appointment's rows are locked in one order, as who tells its clients does. */
const NOTE = `
  create or replace function note_change_to_tell() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'UPDATE' then
        perform from told_appointments where appointment_id = new.id order by client_id for no key update;
        delete from told_appointments where appointment_id = new.id and client_id <> new.client_id and at is null;
        update told_appointments set changed_at = new.updated_at where appointment_id = new.id;
      end if;
      insert into told_appointments (appointment_id, client_id, changed_at)
      values (new.id, new.client_id, new.updated_at)
      on conflict (appointment_id, client_id) do nothing;
      return null;
    end $$;

  create or replace function note_deletion_to_tell() returns trigger
    language plpgsql
    as $$
    begin
      perform from told_appointments where appointment_id = old.id order by client_id for no key update;
      delete from told_appointments where appointment_id = old.id and at is null;
      update told_appointments set changed_at = now(), deleted = jsonb_build_object('id', old.id, 'title', old.title,
          'service', old.service, 'resource', old.resource, 'attendee_name', old.attendee_name, 'status', old.status,
          'starts_at', old.starts_at, 'ends_at', old.ends_at, 'version', old.version + 1, 'updated_at', now())
        where appointment_id = old.id;
      return null;
    end $$`;
