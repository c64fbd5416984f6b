import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Answers and webhooks tell the services of an appointment, in their order, by their names of now. */
export class TellServices1796530001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SERVICES);
    await runner.query(TELL);
    await runner.query(BUSY);
  }
}

/** Each row of a list calls it: PL/pgSQL keeps its plan. */
const SERVICES = `
  create function booked_services(appointment uuid) returns json
    language plpgsql stable
    as $$
    begin
      return (
        select coalesce(json_agg(json_build_object(
                 'id', s.id, 'name', s.name,
                 'duration_minutes', booked.duration_minutes, 'buffer_minutes', booked.buffer_minutes)
               order by booked.position), '[]')
        from appointment_services as booked join services as s on s.id = booked.service_id
        where booked.appointment_id = appointment);
    end $$;
  -- Triggers run by their names: what an event tells has to be there before it.
  alter trigger list_service_added on appointments rename to appointments_services_added;
  alter trigger list_service_changed on appointments rename to appointments_services_changed`;

const TELL = `
  create or replace function hook_enqueue() returns trigger
    language plpgsql
    as $$
    declare
      changed jsonb;
      before jsonb;
    begin
      if not exists (select from hook_events where type = tg_argv[0]) then return null; end if;
      if tg_op = 'DELETE' then
        changed := to_jsonb(old);
      elsif tg_table_name = 'audit_events' then
        select to_jsonb(c) into changed from conversations c where c.id = split_part(new.object, ':', 2)::uuid;
      else
        changed := to_jsonb(new);
      end if;
      if tg_op = 'UPDATE' then
        before := to_jsonb(old);
        if before - 'agent_last_seen_at' = changed - 'agent_last_seen_at' then return null; end if;
      end if;
      if tg_table_name = 'appointments' then
        changed := changed || jsonb_build_object('services', booked_services(new.id), 'client', (
          select jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'email', c.email) from clients c
          where c.id = (changed ->> 'client_id')::uuid));
      elsif tg_table_name in ('conversations', 'audit_events') then
        changed := changed || jsonb_build_object('assigned_to', (
          select jsonb_build_object('id', u.id, 'name', u.name) from users u
          where u.id = (changed ->> 'assigned_to')::uuid));
        if before is not null then
          before := before || jsonb_build_object('assigned_to', (
            select jsonb_build_object('id', u.id, 'name', u.name) from users u
            where u.id = (before ->> 'assigned_to')::uuid));
        end if;
      end if;
      insert into hook_outbox (type, object_id, object, previous)
      values (tg_argv[0], changed ->> nullif(tg_argv[1], ''),
              case when tg_argv[2] = 'whole' and tg_op <> 'DELETE' then changed end,
              case when tg_argv[2] = 'whole' then before end);
      return null;
    end $$`;

/** With the id of the resource. */
const BUSY = `
  drop function busy_times(timestamptz, timestamptz);
  create function busy_times(after timestamptz, before timestamptz)
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
    $$`;
