import type { QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../../advisory-locks';
import { Step } from '../step';

/**
 * Appointments, blocks and busy calendars point to their resource, and appointments to their services in order, with the times of
 * the booking. A name alone does not tell who left from who came with the same name.
 *
 * Processes of the version before write names. So for one version a trigger fills ids from names and names from ids, and both
 * constraints against overlaps stand. The next version takes away the names, their constraint, their indexes and these triggers.
 */
export class PointToWhatIsBooked1796530000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FIND);
    // For the indexes that are made anew.
    await runner.query(`set local maintenance_work_mem = '256MB'`);
    await runner.query(POINT);
    await runner.query(LIST_SERVICES);
  }
}

const TABLES = ['appointments', 'blocks', 'busy_calendars'];

/** A name means the present row of that name, else a former name of one, else the archived row that left last, else a new archived one. */
const FIND = `
  create function present_service(called text) returns uuid
    language plpgsql stable strict
    as $$
    begin
      return (
        select s.id
        from service_names as former join services as s on s.id = former.service_id
        where folded_name(former.name) = folded_name(called) and s.archived_at is null
          and not exists (
            select from service_names as other
            where folded_name(other.name) = folded_name(called) and other.service_id <> s.id)
          and not exists (
            select from services as present
            where present.archived_at is null and folded_name(present.name) = folded_name(called))
        limit 1);
    end $$;
  create function resource_named(called text) returns uuid
    language plpgsql strict
    as $$
    declare
      present text := coalesce(present_resource(called), called);
      known uuid;
    begin
      select id into known from resources where folded_name(name) = folded_name(present)
      order by archived_at desc nulls first limit 1;
      if known is not null then return known; end if;
      perform pg_advisory_xact_lock(${ADVISORY_LOCKS.resource}, hashtext(folded_name(called)));
      -- Another transaction may have made it before this one had the lock.
      select id into known from resources where folded_name(name) = folded_name(called)
      order by archived_at desc nulls first limit 1;
      if known is not null then return known; end if;
      insert into resources (id, name, position, archived_at) values (gen_random_uuid(), called, 0, now())
      returning id into known;
      return known;
    end $$;
  create function service_named(called text, minutes integer) returns uuid
    language plpgsql strict
    as $$
    declare
      known uuid := present_service(called);
    begin
      if known is not null then return known; end if;
      select id into known from services where folded_name(name) = folded_name(called)
      order by archived_at desc nulls first limit 1;
      if known is not null then return known; end if;
      perform pg_advisory_xact_lock(${ADVISORY_LOCKS.unlistedService}, hashtext(folded_name(called)));
      select id into known from services where folded_name(name) = folded_name(called)
      order by archived_at desc nulls first limit 1;
      if known is not null then return known; end if;
      insert into services (id, name, position, duration_minutes, archived_at)
      values (gen_random_uuid(), called, 0, minutes, now())
      returning id into known;
      return known;
    end $$`;

/**
 * A change of the type writes the table once and makes its indexes anew, which is several times as fast as an update of all rows.
 * The names are few, so they are looked up once each.
 */
const POINT = `
  do $$
  declare
    named text;
    ids jsonb;
  begin
    foreach named in array array[${TABLES.map((table) => `'${table}'`).join(', ')}] loop
      execute format(
        'select jsonb_object_agg(resource, resource_named(resource))
         from (select distinct resource from %I where resource is not null) as used', named) into ids;
      execute format('alter table %I add column resource_id uuid', named);
      execute format('alter table %I alter column resource_id type uuid using (%L::jsonb ->> resource)::uuid',
        named, coalesce(ids, '{}'));
      execute format('alter table %I add constraint %I foreign key (resource_id) references resources (id)',
        named, named || '_resource');
    end loop;
  end $$;
  -- What still had a former name of the resource may overlap what has the present one.
  update appointments as a set squeezed = true
  from resources as r
  where r.id = a.resource_id and a.resource <> r.name and folded_name(a.resource) <> folded_name(r.name)
    and a.status in ('pending', 'confirmed') and not a.squeezed and exists (
      select from appointments as other
      where other.resource_id = r.id and other.id <> a.id and not other.squeezed
        and other.status in ('pending', 'confirmed')
        and tstzrange(other.starts_at, other.ends_at, '[)') && tstzrange(a.starts_at, a.ends_at, '[)'));
  alter table appointments
    alter column resource_id set not null,
    add constraint appointments_no_overlap_by_id exclude using gist
      (resource_id with =, tstzrange(starts_at, ends_at, '[)') with &&)
      where (status in ('pending', 'confirmed') and not squeezed);
  create index appointments_by_resource on appointments (resource_id, starts_at, id)`;

/** How long a service took at the booking was not kept: of appointments from before, it is how long they are. */
const MINUTES = (a: string) => `(extract(epoch from ${a}.ends_at - ${a}.starts_at) / 60)::integer`;

const LIST_SERVICES = `
  create table appointment_services (
    appointment_id uuid not null,
    position integer not null,
    service_id uuid not null,
    duration_minutes integer not null,
    buffer_minutes integer not null
  );
  with ids as (
    select service, service_named(service, greatest(minutes, 5)) as id
    from (
      select service, (mode() within group (order by ${MINUTES('a')})) as minutes
      from appointments as a where service is not null group by service
    ) as used
  )
  insert into appointment_services (appointment_id, position, service_id, duration_minutes, buffer_minutes)
  select a.id, 1, ids.id, ${MINUTES('a')}, a.buffer_minutes
  from appointments as a join ids on ids.service = a.service;
  alter table appointment_services
    add constraint appointment_services_pkey primary key (appointment_id, position),
    add constraint appointment_services_appointment foreign key (appointment_id)
      references appointments (id) on delete cascade,
    add constraint appointment_services_service foreign key (service_id) references services (id);
  create index appointment_services_of_service on appointment_services (service_id)`;
