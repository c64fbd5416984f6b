import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** For the list of conversations, and for the dashboard's new clients: neither counts what is there each time. */
export class KeepMoreCounts1795600000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONVERSATIONS);
    await runner.query(CLIENTS_BY_DAY);
  }
}

const CONVERSATIONS = `
  create function count_all_conversations() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'INSERT' then
        perform add_to_count('conversations', (select count(*) from added));
      elsif tg_op = 'DELETE' then
        perform add_to_count('conversations', -(select count(*) from removed));
      else
        delete from row_counts where name = 'conversations';
      end if;
      return null;
    end $$;
  create trigger all_conversations_added after insert on conversations referencing new table as added
    for each statement execute function count_all_conversations();
  create trigger all_conversations_removed after delete on conversations referencing old table as removed
    for each statement execute function count_all_conversations();
  create trigger all_conversations_emptied after truncate on conversations
    for each statement execute function count_all_conversations();
  insert into row_counts (name, count) select 'conversations', count(*) from conversations;
`;

const CLIENTS_BY_DAY = `
  -- As row_counts, for each day of UTC.
  create table daily_counts (
    id bigint generated always as identity primary key,
    name text not null,
    day date not null,
    count bigint not null
  ) with (fillfactor = 50);
  create index daily_counts_by_day on daily_counts (name, day);

  create function add_to_day(counted text, counted_day date, change bigint) returns void
    language plpgsql
    as $$
    declare
      free bigint;
    begin
      select id into free from daily_counts where name = counted and day = counted_day
        limit 1 for update skip locked;
      if found then
        update daily_counts set count = count + change where id = free;
      else
        insert into daily_counts (name, day, count) values (counted, counted_day, change);
      end if;
    end $$;

  create function count_clients_of_days() returns trigger
    language plpgsql
    as $$
    begin
      if tg_op = 'INSERT' then
        perform add_to_day('clients', day, made)
          from (select (created_at at time zone 'UTC')::date as day, count(*) as made from added group by 1) as days;
      elsif tg_op = 'DELETE' then
        perform add_to_day('clients', day, -made)
          from (select (created_at at time zone 'UTC')::date as day, count(*) as made from removed group by 1) as days;
      elsif tg_op = 'UPDATE' then
        perform add_to_day('clients', (old.created_at at time zone 'UTC')::date, -1);
        perform add_to_day('clients', (new.created_at at time zone 'UTC')::date, 1);
      else
        delete from daily_counts where name = 'clients';
      end if;
      return null;
    end $$;
  create trigger clients_of_day_added after insert on clients referencing new table as added
    for each statement execute function count_clients_of_days();
  create trigger clients_of_day_removed after delete on clients referencing old table as removed
    for each statement execute function count_clients_of_days();
  create trigger clients_of_day_moved after update of created_at on clients
    for each row when (old.created_at <> new.created_at) execute function count_clients_of_days();
  create trigger clients_of_days_emptied after truncate on clients
    for each statement execute function count_clients_of_days();
  insert into daily_counts (name, day, count)
    select 'clients', (created_at at time zone 'UTC')::date, count(*) from clients group by 2;
`;
