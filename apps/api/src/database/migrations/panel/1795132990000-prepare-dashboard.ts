import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets the dashboard cost the same however much there is: counts that are kept, and indexes by time. */
export class PrepareDashboard1795132990000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  // A count is the sum of its rows. There are as many as there were ever transactions at once that changed it, so
  // that none of them waits for another: each takes a row that is free, or makes one.
  `create table row_counts (
     id bigint generated always as identity primary key,
     name text not null,
     count bigint not null
   ) with (fillfactor = 50)`,
  'create index row_counts_by_name on row_counts (name)',

  `create function add_to_count(counted text, change bigint) returns void
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
     end $$`,

  `create function count_clients() returns trigger
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
     end $$`,
  `create trigger clients_added after insert on clients referencing new table as added
     for each statement execute function count_clients()`,
  `create trigger clients_removed after delete on clients referencing old table as removed
     for each statement execute function count_clients()`,
  'create trigger clients_emptied after truncate on clients for each statement execute function count_clients()',

  `create function count_open_conversations() returns trigger
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
     end $$`,
  `create trigger conversations_added after insert on conversations referencing new table as added
     for each statement execute function count_open_conversations()`,
  `create trigger conversations_removed after delete on conversations referencing old table as removed
     for each statement execute function count_open_conversations()`,
  `create trigger conversations_changed after update on conversations
     for each row when (old.status is distinct from new.status) execute function count_open_conversations()`,
  `create trigger conversations_emptied after truncate on conversations
     for each statement execute function count_open_conversations()`,

  `select add_to_count('clients', (select count(*) from clients))`,
  `select add_to_count('open_conversations', (select count(*) from conversations where status = 'open'))`,

  // What was booked on a day, and by what way.
  'create index appointments_made on appointments (created_at) include (source)',
  // What waits for a confirmation, and since when.
  `create index appointments_waiting on appointments (created_at) where status = 'pending'`,
  // What comes next.
  `create index appointments_ahead on appointments (starts_at, id) where status in ('pending', 'confirmed')`,
];

const DOWN = [
  'drop index appointments_made, appointments_waiting, appointments_ahead',
  'drop trigger clients_added on clients',
  'drop trigger clients_removed on clients',
  'drop trigger clients_emptied on clients',
  'drop trigger conversations_added on conversations',
  'drop trigger conversations_removed on conversations',
  'drop trigger conversations_changed on conversations',
  'drop trigger conversations_emptied on conversations',
  'drop function count_clients(), count_open_conversations(), add_to_count(text, bigint)',
  'drop table row_counts',
];
