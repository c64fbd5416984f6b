/** Whose a conversation is and what it is called, the lines that its thread has of changes, and since when a client waits in it. */
const KEYS = String.raw`
  create or replace function conversation_keys() returns trigger
    language plpgsql
    as $$
    begin
      -- Another person writes from now on. An automatic tie follows the number; what a person chose stays.
      if tg_op = 'UPDATE' and not new.is_client_chosen and old.contact_phone is not null
         and new.contact_phone is distinct from old.contact_phone then
        new.client_id := client_of_phone(new.contact_phone, new.contact_name);
        new.client_tied_by := null;
      elsif tg_op = 'UPDATE' and old.status = 'closed' and new.status <> 'closed' and not new.is_client_chosen
          and new.contact_phone is not null then
        -- While it was closed the number may have gone to somebody else.
        new.client_id := tie_of_number(new.contact_phone, new.contact_name, new.client_id);
        if new.client_id is distinct from old.client_id then new.client_tied_by := null; end if;
      end if;
      if new.client_id is null and not new.is_client_chosen then
        new.client_tied_by := null;
      elsif new.client_tied_by is null then
        new.client_tied_by := case when new.is_client_chosen then 'person'
          when new.contact_phone is null then 'booking' else 'number' end;
      end if;
      if new.client_id is null then
        new.client_name := null;
      elsif tg_op = 'INSERT' or new.client_id is distinct from old.client_id then
        new.client_name := (select name from clients where id = new.client_id);
      end if;
      new.name := coalesce(new.client_name, new.contact_name, new.contact_phone);
      new.search_text := sort_name(concat_ws(E'\n', new.client_name, new.contact_name, new.contact_phone,
        regexp_replace(new.contact_phone, '\D', '', 'g'), new.chat_id, new.last_message_preview,
        (select string_agg(text, E'\n' order by created_at) from conversation_notes
         where conversation_id = new.id and removed_at is null)));
      return new;
    end $$;
  create or replace trigger conversations_keys
    before insert or update of client_id, client_name, contact_name, contact_phone, chat_id, last_message_preview, status
    on conversations for each row execute function conversation_keys();
  create or replace function find_by_note() returns trigger
    language plpgsql
    as $$
    begin
      update conversations set status = status where id = coalesce(new.conversation_id, old.conversation_id);
      return null;
    end $$;
  create or replace trigger notes_found after insert or delete or update of removed_at on conversation_notes
    for each row execute function find_by_note();
  create or replace function name_conversations() returns trigger
    language plpgsql
    as $$
    begin
      update conversations set client_name = new.name where client_id = new.id;
      return null;
    end $$;
  create or replace trigger clients_named after update of name on clients
    for each row when (old.name is distinct from new.name) execute function name_conversations();`;

/** Clients come by the panel, bookings, imports and merges: a trigger misses none of these. */
const TIES = `
  -- Whom a chat of the number is tied to: the one who has it; where that leaves a doubt, who was tied before and has it too.
  -- A number that nobody has any more leaves the tie as it was.
  create or replace function tie_of_number(number text, called text, present uuid) returns uuid
    language sql stable
    as $$
      select case when exists (select from clients_of_phone($1))
        then coalesce(client_of_phone($1, $2), (select owner.id from clients_of_phone($1) as owner where owner.id = $3 limit 1))
        else $3 end
    $$;

  create or replace function tie_conversations_of(number text, tied_at timestamptz) returns void
    language plpgsql
    as $$
    begin
      -- Locked in one order: of two who tie the same chats, the second waits.
      update conversations
        set client_id = found.owner, client_tied_by = case when found.owner is not null then 'number' end, updated_at = tied_at
        from (
          select id, tie_of_number(contact_phone, contact_name, client_id) as owner from conversations
          where contact_phone = number and not is_client_chosen and status <> 'closed' order by id for update
        ) as found
        where conversations.id = found.id and client_id is distinct from found.owner;
    end $$;

  create or replace function tie_conversations_of_clients() returns trigger
    language plpgsql
    as $$
    declare
      number text;
    begin
      if tg_op = 'UPDATE' then
        for number in
          select given from unnest(array[old.phone, new.phone]) as given where given is not null
          union
          select other ->> 'phone' from jsonb_array_elements(old.other_phones || new.other_phones) as other
          order by 1
        loop
          perform tie_conversations_of(number, new.updated_at);
        end loop;
        return null;
      end if;
      for number in
        select phone from added where exists (select from conversations where contact_phone = added.phone)
        union
        select other ->> 'phone' from added cross join jsonb_array_elements(other_phones) as other
          where other_phones <> '[]'
        order by 1
      loop
        perform tie_conversations_of(number, (select max(updated_at) from added));
      end loop;
      return null;
    end $$;
  create or replace trigger clients_tie_added after insert on clients referencing new table as added
    for each statement execute function tie_conversations_of_clients();
  create or replace trigger clients_tie_moved after update of phone, other_phones on clients
    for each row when (old.phone is distinct from new.phone or old.other_phones <> new.other_phones)
    execute function tie_conversations_of_clients();`;

/** What a person does is noted with the person's name by the API. */
const LINES = `
  create or replace function add_conversation_lines() returns trigger
    language plpgsql
    as $$
    declare
      changed_at timestamptz := case when new.updated_at = old.updated_at then now() else new.updated_at end;
      -- Who merges the clients of the conversation, or takes them apart.
      merge jsonb := case when old.client_id is not null and new.client_id is not null
        then nullif(current_setting('groupless.merging', true), '')::jsonb end;
    begin
      if new.contact_phone is distinct from old.contact_phone and old.contact_phone is not null then
        insert into conversation_events (conversation_id, at, kind, details)
          values (new.id, changed_at, 'contact_changed', jsonb_build_object('before_name', old.contact_name,
            'before_phone', old.contact_phone, 'name', new.contact_name, 'phone', new.contact_phone));
      end if;
      if new.is_agent_away and not old.is_agent_away then
        insert into conversation_events (conversation_id, at, kind) values (new.id, changed_at, 'agent_away');
      end if;
      -- What a person does is written with it, but for a client who is deleted.
      if new.client_id is distinct from old.client_id and (merge is not null or new.client_tied_by is distinct from 'person'
          or new.client_id is null and not exists (select from clients where id = old.client_id)) then
        insert into conversation_events (conversation_id, at, kind, by_id, by_name, details)
          values (new.id, changed_at, case when new.client_id is null then 'untied' else 'tied' end,
            (merge ->> 'by_id')::uuid, merge ->> 'by_name',
            jsonb_build_object('client_id', new.client_id, 'client_name', new.client_name,
              'before_id', old.client_id, 'before_name', old.client_name,
              'tied_by', coalesce(merge ->> 'tied_by', new.client_tied_by)));
      end if;
      return null;
    end $$;
  create or replace trigger conversations_lines after update of client_id, contact_phone, is_agent_away on conversations
    for each row when (old.client_id is distinct from new.client_id or old.contact_phone is distinct from new.contact_phone
      or new.is_agent_away and not old.is_agent_away)
    execute function add_conversation_lines();

  create or replace function add_first_conversation_line() returns trigger
    language plpgsql
    as $$
    begin
      insert into conversation_events (conversation_id, at, kind) values (new.id, new.updated_at, 'agent_away');
      return null;
    end $$;
  create or replace trigger conversations_first_line after insert on conversations
    for each row when (new.is_agent_away) execute function add_first_conversation_line();`;

/** The history of an appointment that was booked in a chat is told there too. */
const BOOKINGS = `
  create or replace function add_booking_line() returns trigger
    language plpgsql
    as $$
    begin
      insert into conversation_events (conversation_id, at, kind, by_id, by_name, details)
        select conversations.id, new.at,
          case when new.from_status is null then 'booked'
               when new.to_status = 'cancelled' and new.from_status <> 'cancelled' then 'booking_cancelled'
               else 'booking_changed' end,
          new.user_id, new.user_name,
          jsonb_build_object('appointment_id', appointments.id, 'title', appointments.title,
            'starts_at', to_char(appointments.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'status', new.to_status)
        from appointments join conversations on conversations.chat_id = appointments.chat_id
        where appointments.id = new.appointment_id;
      return null;
    end $$;
  create or replace trigger appointment_events_told after insert on appointment_events
    for each row execute function add_booking_line();`;

/** Whoever calls a person waits, even if the agent has answered all before. */
const WAITS = `
  create or replace function conversation_waits() returns trigger
    language plpgsql
    as $$
    begin
      if new.status = 'closed' then
        new.unanswered_since := null;
        -- It needs nobody: all have read it.
        if tg_op = 'UPDATE' and old.status <> 'closed' then
          new.received_ids := '{}';
          delete from conversation_reads where conversation_id = new.id;
        end if;
      elsif new.status = 'needs_human' and (tg_op = 'INSERT' or old.status in ('open', 'closed')) then
        new.unanswered_since := coalesce(new.unanswered_since, new.updated_at);
      end if;
      new.waiting_since := case when new.status in ('needs_human', 'human') then new.unanswered_since end;
      if tg_op = 'UPDATE' and new.waiting_since is distinct from old.waiting_since then
        new.waiting_limit := null;
      end if;
      -- For reports. What is not known of before stays unknown.
      if new.person_needed is null then return new; end if;
      new.person_needed := new.person_needed or new.status in ('needs_human', 'human');
      if tg_op = 'INSERT' then return new; end if;
      if new.first_answer_s is null and new.unanswered_since is null and new.status <> 'closed'
         and new.last_message_id > coalesce(old.last_message_id, 0) then
        new.first_answer_s := greatest(0, floor(extract(epoch from new.last_message_at - old.unanswered_since)));
      end if;
      if old.waiting_since is not null and new.waiting_since is distinct from old.waiting_since then
        new.longest_wait_s := greatest(new.longest_wait_s, 0, floor(extract(epoch from new.updated_at - old.waiting_since)));
      end if;
      return new;
    end $$;
  create or replace trigger conversations_waits before insert or update of status, unanswered_since on conversations
    for each row execute function conversation_waits();`;

/** Who comes to the team has read what was there before. */
const READS = `
  create or replace function user_has_read() returns trigger
    language plpgsql
    as $$
    begin
      new.messages_read_to := coalesce((select max(received_to) from conversations), 0);
      return new;
    end $$;
  create or replace trigger users_have_read before insert on users for each row execute function user_has_read();`;

export const CONVERSATIONS = READS + KEYS + TIES + LINES + BOOKINGS + WAITS;
