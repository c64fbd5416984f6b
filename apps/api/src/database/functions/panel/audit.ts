/**
 * The audit is append-only, also for the serving role: the owner's function can do nothing but take names out of it, and the
 * owner itself no more than that. A trigger's arguments are the columns that erasing empties.
 */
export const AUDIT = `
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
