/** The audit is append-only, also for the serving role: the owner's function can do nothing but take names out of it. */
export const AUDIT = `
  create or replace function refuse_change() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'UPDATE' and current_setting('groupless.erasing', true) = 'on' then return null; end if;
      raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
    end $$;
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
