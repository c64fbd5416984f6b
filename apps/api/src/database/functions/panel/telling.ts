/** What clients are to be told of their appointments. Each appointment's rows are locked in one order, as who tells its clients does. */
const CLIENTS = `
  create or replace function note_change_to_tell() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'UPDATE' then
        perform from told_appointments where appointment_id = new.id order by client_id for no key update;
        delete from told_appointments where appointment_id = new.id and client_id <> new.client_id and at is null;
        update told_appointments set changed_at = new.updated_at,
            mailed_to = case when client_id = old.client_id and client_id <> new.client_id then old.mailed_to else mailed_to end
          where appointment_id = new.id;
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
      update told_appointments set changed_at = now(),
          mailed_to = case when client_id = old.client_id then old.mailed_to else mailed_to end, deleted = jsonb_build_object('id', old.id, 'title', old.title,
          'service', old.service, 'resource', old.resource, 'attendee_name', old.attendee_name, 'status', old.status,
          'starts_at', old.starts_at, 'ends_at', old.ends_at, 'version', old.version + 1, 'updated_at', now())
        where appointment_id = old.id;
      return null;
    end $$;
  create or replace trigger told_appointments_deleted after delete on appointments
    for each row execute function note_deletion_to_tell();`;

/**
 * What the team is to be told, by each way by which somebody wants to know: what nobody wants is not noted. The actor of a
 * change is named where its history names one. In PL/pgSQL, which keeps its plans: each booking asks.
 */
const TEAM = `
  create or replace function note_for_team(what text, object uuid, for_user uuid default null, by_user uuid default null,
      ways text[] default '{mail,push}') returns void
    language plpgsql
    as $$
    begin
      if 'mail' = any(ways) and exists (select from users where is_active and what = any(notify_mail)) then
        insert into team_notices (way, kind, object_id, user_id, by_id) values ('mail', what, object, for_user, by_user);
      end if;
      if 'push' = any(ways) and exists (
        select from push_devices join auth_sessions on auth_sessions.id = session_id
          join users on users.id = auth_sessions.user_id
        where is_active and what = any(notify_push) and users.id = coalesce(for_user, users.id) and users.id is distinct from by_user
      ) then
        insert into team_notices (way, kind, object_id, user_id, by_id) values ('push', what, object, for_user, by_user);
      end if;
    end $$;
  create or replace function note_conversation_for_team() returns trigger
    language plpgsql
    as $$
    begin
      perform note_for_team(case when new.is_agent_away then 'agent_silent' else 'needs_human' end, new.id, ways => '{mail}');
      if tg_op = 'INSERT' or old.status <> 'needs_human' then
        perform note_for_team('needs_human', new.id, ways => '{push}');
      end if;
      return null;
    end $$;
  create or replace trigger conversations_notice_added after insert on conversations
    for each row when (new.status = 'needs_human') execute function note_conversation_for_team();
  create or replace trigger conversations_notice_changed after update of status, is_agent_away on conversations
    for each row when (new.status = 'needs_human'
      and (old.status <> 'needs_human' or old.is_agent_away and not new.is_agent_away))
    execute function note_conversation_for_team();
  create or replace function note_new_conversation_for_team() returns trigger
    language plpgsql
    as $$
    begin
      perform note_for_team('new_conversation', new.id);
      return null;
    end $$;
  create or replace trigger conversations_notice_new after insert on conversations
    for each row execute function note_new_conversation_for_team();
  create or replace function note_answer_for_team() returns trigger
    language plpgsql
    as $$
    begin
      perform note_for_team('client_answered', new.id, new.assigned_to);
      return null;
    end $$;
  create or replace trigger conversations_notice_answered after update of last_message_at on conversations
    for each row when (new.status = 'human' and new.assigned_to is not null and new.last_message_role = 'user'
      and new.last_message_at is distinct from old.last_message_at)
    execute function note_answer_for_team();
  create or replace function note_assignment_for_team() returns trigger
    language plpgsql
    as $$
    begin
      perform note_for_team('assigned_to_me', id, assigned_to, new.by_id)
        from conversations where id = new.conversation_id and assigned_to is not null;
      return null;
    end $$;
  create or replace trigger conversation_events_notice after insert on conversation_events
    for each row when (new.kind = 'assigned') execute function note_assignment_for_team();
  create or replace function note_mentions_for_team() returns trigger
    language plpgsql
    as $$
    begin
      perform note_for_team('mentioned', new.conversation_id, user_id, new.author_id) from unnest(new.mentioned_ids) as user_id;
      return null;
    end $$;
  create or replace trigger conversation_notes_notice after insert on conversation_notes
    for each row when (new.mentioned_ids <> '{}') execute function note_mentions_for_team();
  create or replace function note_booking_for_team() returns trigger
    language plpgsql
    as $$
    begin
      perform note_for_team('booking_waits', new.id);
      return null;
    end $$;
  create or replace trigger appointments_notice_added after insert on appointments
    for each row when (new.status = 'pending') execute function note_booking_for_team();
  create or replace trigger appointments_notice_changed after update of status on appointments
    for each row when (new.status = 'pending' and old.status <> 'pending') execute function note_booking_for_team();
  create or replace function note_appointment_for_team() returns trigger
    language plpgsql
    as $$
    declare
      what text := case when new.from_status is null then 'new_appointment'
        when new.to_status = 'cancelled' and new.from_status <> 'cancelled' then 'cancelled_appointment' end;
    begin
      if what is not null then
        perform note_for_team(what, new.appointment_id, by_user => new.user_id);
      end if;
      if what is not null or new.changes @> '[{"field": "starts_at"}]' or new.changes @> '[{"field": "resource"}]' then
        -- With whom it is, and with whom it was before.
        perform note_for_team('own_appointment', new.appointment_id, resources.user_id, new.user_id) from resources
          where user_id is not null and (
            id = (select resource_id from appointments where id = new.appointment_id)
            or new.changes @> jsonb_build_array(jsonb_build_object('field', 'resource', 'before', name)));
      end if;
      return null;
    end $$;
  create or replace trigger appointment_events_notice after insert on appointment_events
    for each row when (current_setting('groupless.importing', true) is distinct from 'on')
    execute function note_appointment_for_team();`;

export const TELLING = CLIENTS + TEAM;
