/** Counts that are kept, so that the dashboard costs the same however much there is. */
export const COUNTS = String.raw`
  -- A count is the sum of its rows. There are as many as there were ever transactions at once that changed it, so that
  -- none of them waits for another: each takes a row that is free, or makes one.
  create table row_counts (
    id bigint generated always as identity primary key,
    name text not null,
    count bigint not null
  ) with (fillfactor = 50);
  create index row_counts_by_name on row_counts (name);

  create function add_to_count(counted text, change bigint) returns void
    language plpgsql
    as $$
    declare
      free bigint;
    begin
      if change = 0 then return; end if;
      select id into free from row_counts where name = counted limit 1 for update skip locked;
      if found then
        update row_counts set count = count + change where id = free;
      else
        insert into row_counts (name, count) values (counted, change);
      end if;
    end $$;

  create function count_clients() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'INSERT' then
        perform add_to_count('clients', (select count(*) from added));
      elsif tg_op = 'DELETE' then
        perform add_to_count('clients', -(select count(*) from removed));
      else
        delete from row_counts where name = 'clients';
      end if;
      return null;
    end $$;
  create trigger clients_added after insert on clients referencing new table as added
    for each statement execute function count_clients();
  create trigger clients_removed after delete on clients referencing old table as removed
    for each statement execute function count_clients();
  create trigger clients_emptied after truncate on clients
    for each statement execute function count_clients();

  create function count_open_conversations() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'INSERT' then
        perform add_to_count('open_conversations', (select count(*) from added where status = 'open'));
      elsif tg_op = 'DELETE' then
        perform add_to_count('open_conversations', -(select count(*) from removed where status = 'open'));
      elsif tg_op = 'UPDATE' then
        perform add_to_count('open_conversations', (new.status = 'open')::int - (old.status = 'open')::int);
      else
        delete from row_counts where name = 'open_conversations';
      end if;
      return null;
    end $$;
  create trigger conversations_added after insert on conversations referencing new table as added
    for each statement execute function count_open_conversations();
  create trigger conversations_removed after delete on conversations referencing old table as removed
    for each statement execute function count_open_conversations();
  create trigger conversations_changed after update on conversations
    for each row when (old.status is distinct from new.status) execute function count_open_conversations();
  create trigger conversations_emptied after truncate on conversations
    for each statement execute function count_open_conversations();
`;
