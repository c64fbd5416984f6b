/**
 * The audit is append-only, also for the serving role: the owner's function can do nothing but take names out of it, and the
 * owner itself no more than that. A trigger's arguments are the columns that erasing empties.
 */
const OF_AUDIT = `
  create or replace function refuse_change() returns trigger
    language plpgsql
    as $$
    declare
      was jsonb;
      becomes jsonb;
      emptied text;
    begin
      if tg_op = 'UPDATE' and current_setting('groupless.erasing', true) = 'on' then
        was := to_jsonb(old);
        becomes := to_jsonb(new);
        if was ->> 'object' like 'chat:%' and becomes ->> 'object' = 'chat:erased' then
          becomes := becomes || jsonb_build_object('object', was -> 'object');
        end if;
        foreach emptied in array tg_argv loop
          if becomes -> emptied = 'null' or was -> emptied @> jsonb_strip_nulls(becomes -> emptied) then
            becomes := becomes || jsonb_build_object(emptied, was -> emptied);
          end if;
        end loop;
        if becomes = was then return new; end if;
      end if;
      raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
    end $$;
  create or replace trigger audit_events_append_only before update on audit_events
    for each row execute function refuse_change('object_name', 'details');
  create or replace trigger audit_events_not_emptied before truncate on audit_events
    for each statement execute function refuse_change();
  -- Also where a session says that it replays another server's changes.
  alter table audit_events enable always trigger audit_events_append_only;
  alter table audit_events enable always trigger audit_events_not_emptied;
  create or replace function erase_from_audit(of_clients uuid[], of_objects text[]) returns bigint
    language plpgsql security definer
    set search_path from current
    as $$
    declare
      erased bigint;
    begin
      perform set_config('groupless.erasing', 'on', true);
      update audit_events set object_name = null, details = '{}',
        object = case when object like 'chat:%' then 'chat:erased' else object end
      where object = any (of_objects) or client_ids && of_clients;
      get diagnostics erased = row_count;
      perform set_config('groupless.erasing', 'off', true);
      return erased;
    end $$;`;

/** The most changes kept of a client; the oldest are deleted first. */
export const MOST_CLIENT_CHANGES = 500;

/**
 * The histories are only added to as well: erasing empties their texts, and they go with their object, by erasing, and those of
 * clients by the retention and beyond the most that are kept.
 */
const OF_HISTORIES = `
  create or replace function refuse_removal_of_history() returns trigger
    language plpgsql
    as $$
    declare
      is_kept boolean := current_setting('groupless.erasing', true) is distinct from 'on';
    begin
      if is_kept then
        case tg_table_name
          when 'appointment_events' then
            is_kept := exists (select from appointments where id = old.appointment_id);
          when 'conversation_events' then
            is_kept := exists (select from conversations where id = old.conversation_id);
          else
            is_kept := current_setting('groupless.audit_retention', true) is distinct from 'on'
              and old.version > (select max(version) - ${MOST_CLIENT_CHANGES} from client_changes where client_id = old.client_id)
              and (exists (select from clients where id = old.client_id)
                or exists (select from client_merges where merged_id = old.client_id));
        end case;
      end if;
      if is_kept then
        raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $$;
  ${Object.entries({
    appointment_events: 'changes',
    conversation_events: 'details',
    client_changes: 'changes',
  })
    .map(
      ([table, emptied]) => `
  create or replace trigger ${table}_append_only before update on ${table}
    for each row execute function refuse_change('${emptied}');
  create or replace trigger ${table}_kept before delete on ${table}
    for each row execute function refuse_removal_of_history();`,
    )
    .join('')}`;

export const AUDIT = OF_AUDIT + OF_HISTORIES;
