import { roomName } from './visit-parts';

/**
 * Notes an event for outbound webhooks. A row lock is held while it runs, so the events of one object get their ids in the order
 * of their commits. Arguments of the trigger: the event; the column with the object's id, or nothing; 'whole' where the object is told.
 */
export const HOOKS = `
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
        -- What the team notes is found, and told to nobody.
        if before - '{agent_last_seen_at,drafting_at,search_text}'::text[]
           = changed - '{agent_last_seen_at,drafting_at,search_text}'::text[] then
          return null;
        end if;
      end if;
      if tg_table_name = 'appointments' then
        changed := changed || jsonb_build_object('services', booked_services(new.id), 'room', ${roomName('new.room_id')},
          'client', (
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
    end $$;`;
