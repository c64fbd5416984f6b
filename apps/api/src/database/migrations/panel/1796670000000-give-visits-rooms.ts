import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A resource is a person or a room. An appointment holds its resource, and a room if its services need one. A room may be booked
 * as either, so what is held stands in one table, with one constraint, by the id of what is held.
 *
 * The constraint has the name of the one that it replaces: a process of the version before knows that name as `slot_taken`. What
 * such a process writes, the trigger notes there too. It comes with the table, so that nothing is written between the two.
 */
export class GiveVisitsRooms1796670000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(`set local maintenance_work_mem = '256MB'`);
    await runner.query(OCCUPIED);
    await runner.query(FIND);
  }
}

const COLUMNS = `
  alter table resources add column kind text not null default 'person'
    constraint resources_kind check (kind in ('person', 'room'));
  alter table services add column needs_room boolean not null default false;
  alter table appointments add column room_id uuid constraint appointments_room references resources (id);
  create index appointments_of_room on appointments (room_id) where room_id is not null`;

const RANGE = (a: string) => `tstzrange(${a}.starts_at, ${a}.ends_at, '[)')`;
const OF = (row: string) =>
  `(${['resource_id', 'room_id', 'starts_at', 'ends_at', 'status', 'squeezed', 'buffer_minutes'].map((column) => `${row}.${column}`).join(', ')})`;

const OCCUPIED = `
  create table occupied_times (
    appointment_id uuid not null,
    resource_id uuid not null,
    during tstzrange not null,
    buffer_minutes integer not null,
    squeezed boolean not null
  );
  insert into occupied_times (appointment_id, resource_id, during, buffer_minutes, squeezed)
  select id, resource_id, ${RANGE('a')}, buffer_minutes, squeezed
  from appointments as a where status in ('pending', 'confirmed');
  alter table appointments drop constraint appointments_no_overlap, drop constraint appointments_no_overlap_by_id;
  drop index appointments_squeezed;
  alter table occupied_times
    add constraint occupied_times_pkey primary key (appointment_id, resource_id),
    add constraint occupied_times_appointment foreign key (appointment_id) references appointments (id) on delete cascade,
    add constraint appointments_no_overlap exclude using gist (resource_id with =, during with &&) where (not squeezed);
  create index occupied_times_squeezed on occupied_times using gist (resource_id, during) where squeezed;

  create function occupy_times() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'UPDATE' then delete from occupied_times where appointment_id = new.id; end if;
      if new.status in ('pending', 'confirmed') then
        insert into occupied_times (appointment_id, resource_id, during, buffer_minutes, squeezed)
        select new.id, held, ${RANGE('new')}, new.buffer_minutes, new.squeezed
        from (select new.resource_id as held union select new.room_id) as places where held is not null;
      end if;
      return null;
    end $$;
  create trigger occupy_times_of_new after insert on appointments
    for each row execute function occupy_times();
  create trigger occupy_times_of_changed after update on appointments
    for each row when (${OF('old')} is distinct from ${OF('new')}) execute function occupy_times()`;

/** For questions, which make no row of a name that nobody has. */
const FIND = `
  create function known_resource(called text) returns uuid
    language plpgsql stable strict
    as $$
    begin
      return (
        select id from resources where folded_name(name) = folded_name(coalesce(present_resource(called), called))
        order by archived_at desc nulls first limit 1);
    end $$`;
