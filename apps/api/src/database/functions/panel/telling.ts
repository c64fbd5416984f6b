/** What clients are to be told of their appointments. Each appointment's rows are locked in one order, as who tells its clients does. */
const CLIENTS = `
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
  create or replace trigger told_appointments_added after insert on appointments
    for each row when (new.client_id is not null) execute function note_change_to_tell();
  -- A rename of a resource, and the steps of an exchange, are nothing to tell.
  create or replace trigger told_appointments_changed after update of version on appointments
    for each row when (new.client_id is not null and current_setting('groupless.swapping', true) is distinct from 'on')
    execute function note_change_to_tell();
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
    end $$;
  create or replace trigger told_appointments_deleted after delete on appointments
    for each row execute function note_deletion_to_tell();`;

/** What the team is to be told by mail. Nothing is noted that nobody wants to know. */
const TEAM = `
  create or replace function note_conversation_for_team() returns trigger
    language plpgsql
    as $$
    declare
      what text := case when new.is_agent_away then 'agent_silent' else 'needs_human' end;
    begin
      if exists (select from users where is_active and what = any(notify_mail)) then
        insert into team_notices (kind, object_id) values (what, new.id);
      end if;
      return null;
    end $$;
  create or replace trigger conversations_notice_added after insert on conversations
    for each row when (new.status = 'needs_human') execute function note_conversation_for_team();
  create or replace trigger conversations_notice_changed after update of status, is_agent_away on conversations
    for each row when (new.status = 'needs_human'
      and (old.status <> 'needs_human' or old.is_agent_away and not new.is_agent_away))
    execute function note_conversation_for_team();
  create or replace function note_booking_for_team() returns trigger
    language plpgsql
    as $$
    begin
      if exists (select from users where is_active and 'booking_waits' = any(notify_mail)) then
        insert into team_notices (kind, object_id) values ('booking_waits', new.id);
      end if;
      return null;
    end $$;
  create or replace trigger appointments_notice_added after insert on appointments
    for each row when (new.status = 'pending') execute function note_booking_for_team();
  create or replace trigger appointments_notice_changed after update of status on appointments
    for each row when (new.status = 'pending' and old.status <> 'pending') execute function note_booking_for_team();`;

export const TELLING = CLIENTS + TEAM;
