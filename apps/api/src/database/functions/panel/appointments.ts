import { bookedServices } from './visit-parts';

const TABLES = ['appointments', 'blocks', 'busy_calendars'];

/** A version of before writes names: ids follow names, and names ids. */
const FOLLOW = `
  create or replace function follow_renamed_resource() returns trigger
    language plpgsql
    as $$
    declare
      is_by_name boolean := new.resource_id is null;
    begin
      if tg_op = 'UPDATE' then
        is_by_name := new.resource_id is not distinct from old.resource_id;
        -- Another spelling is no other resource.
        if is_by_name and folded_name(new.resource) is not distinct from folded_name(old.resource) then return new; end if;
      end if;
      if is_by_name then new.resource_id := resource_named(new.resource); end if;
      new.resource := (select name from resources where id = new.resource_id);
      return new;
    end $$;
  ${TABLES.map(
    (table) => `
  create or replace trigger follow_renamed_resource before insert or update of resource, resource_id on ${table}
    for each row execute function follow_renamed_resource();`,
  ).join('')}
  -- Who writes the services themselves has written them by the end of the statement.
  create or replace function list_service_by_name() returns trigger
    language plpgsql
    as $$
    declare
      listed uuid;
    begin
      if tg_op = 'UPDATE' then
        -- Another spelling, or the name of now, is no other service.
        if exists (
          select from appointment_services as l join services as s on s.id = l.service_id
          where l.appointment_id = new.id and l.position = 1 and folded_name(s.name) = folded_name(new.service)
        ) then
          return null;
        end if;
        delete from appointment_services where appointment_id = new.id;
      end if;
      listed := service_named(new.service, greatest((extract(epoch from new.ends_at - new.starts_at) / 60)::integer, 5));
      insert into appointment_services (appointment_id, position, service_id, duration_minutes, buffer_minutes)
      select new.id, 1, id, duration_minutes, new.buffer_minutes from services
      where id = listed and not exists (select from appointment_services where appointment_id = new.id);
      return null;
    end $$;
  -- Triggers run by their names: what an event tells has to be there before it.
  create or replace trigger appointments_services_added after insert on appointments
    for each row when (new.service is not null) execute function list_service_by_name();
  create or replace trigger appointments_services_changed after update of service on appointments
    for each row when (new.service is distinct from old.service) execute function list_service_by_name();`;

const SERVICES = `
  create or replace function booked_services(appointment uuid) returns json
    language plpgsql stable
    as $$
    begin
      return ${bookedServices('appointment')};
    end $$;`;

/** The one place that says what is busy; simple enough for PostgreSQL to inline it, so the indexes are used. */
const BUSY = `
  create or replace function busy_times(after timestamptz, before timestamptz)
    returns table (resource text, resource_id uuid, starts_at timestamptz, ends_at timestamptz, title text,
                   calendar_id uuid, block_id uuid)
    language sql stable
    as $$
      select b.resource, b.resource_id, b.starts_at, b.ends_at, nullif(b.reason, ''), null::uuid, b.id
      from blocks as b
      where tstzrange(b.starts_at, b.ends_at, '[)') && tstzrange(after, before, '[)')
      union all
      select c.resource, c.resource_id, e.starts_at, e.ends_at, case when c.show_titles then nullif(e.title, '') end,
             c.id, null::uuid
      from calendar_events as e join busy_calendars as c on c.id = e.calendar_id
      where tstzrange(e.starts_at, e.ends_at, '[)') && tstzrange(after, before, '[)')
    $$;`;

/**
 * Appointments show the name of their client. Programs that copy them see by `updated_at` that it changed, as with a renamed
 * resource or service; the event is that of the client. Locked in the order of their ids, as others do who change several, and
 * by the statement that changes them: one that is given to the client meanwhile would be out of that order.
 */
const CLIENT_NAMES = `
  create or replace function touch_appointments_of_client() returns trigger
    language plpgsql
    as $$
    declare
      told text := coalesce(current_setting('groupless.swapping', true), '');
    begin
      perform set_config('groupless.swapping', 'on', true);
      with held as (select id from appointments where client_id = new.id order by id for no key update)
      update appointments set updated_at = greatest(new.updated_at, updated_at + interval '1 millisecond')
        where id in (select id from held);
      perform set_config('groupless.swapping', told, true);
      return null;
    end $$;
  create or replace trigger clients_touch_appointments after update of name on clients
    for each row when (old.name is distinct from new.name) execute function touch_appointments_of_client();`;

export const APPOINTMENTS = FOLLOW + SERVICES + BUSY + CLIENT_NAMES;
