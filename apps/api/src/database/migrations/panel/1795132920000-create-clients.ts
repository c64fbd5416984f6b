import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The people and firms that the business works for, and how they are found, sorted and made only once. */
export class CreateClients1795132920000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** Sorts behind every text. */
const LAST = `U&'\\+10FFFF'`;

const UP = [
  'create extension if not exists pg_trgm',
  'create extension if not exists unaccent',

  // How people expect names to be ordered: without regard to case and accents. unaccent() is only STABLE
  // because its dictionary could be changed; naming the dictionary lets an index use it.
  `create function sort_name(text) returns text
     language sql immutable strict parallel safe
     return lower(unaccent('unaccent'::regdictionary, $1))`,

  // phone is in E.164 form. search_text and name_key follow the other columns by a trigger.
  `create table clients (
     id uuid primary key,
     name text not null,
     phone text,
     email text,
     company text not null default '',
     status text not null default 'active',
     source text not null,
     tags text[] not null default '{}',
     notes text not null default '',
     last_activity_at timestamptz(3),
     version integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     name_key text not null default '',
     search_text text not null default '',
     constraint clients_status check (status in ('lead', 'active', 'archived')),
     constraint clients_source check (source in ('panel', 'phone', 'chat', 'import')),
     constraint clients_phone_form check (phone ~ '^\\+[1-9][0-9]{1,19}$'),
     constraint clients_email_form check (email <> '')
   )`,
  // A search walks rows in the order of a sort and looks at this text of each: estimates of how many match
  // need a closer look at it than PostgreSQL takes by itself.
  'alter table clients alter column search_text set statistics 1000',

  `create function client_keys() returns trigger
     language plpgsql
     as $$
     begin
       new.name_key := sort_name(new.name);
       new.search_text := sort_name(concat_ws(E'\\n', new.name, new.email, new.company));
       return new;
     end $$`,
  `create trigger clients_keys before insert or update of name, email, company on clients
     for each row execute function client_keys()`,

  // Every single character and every two that stand together: what a search for one or two looks up.
  `create function short_grams(text) returns text[]
     language sql immutable strict parallel safe
     return (
       select letters || array(select a || b from unnest(letters[:cardinality(letters) - 1], letters[2:]) as pair (a, b))
       from string_to_array($1, null) as letters)`,
  'create index clients_search on clients using gin (search_text gin_trgm_ops, phone gin_trgm_ops)',
  'create index clients_short_search on clients using gin (short_grams(search_text), short_grams(phone))',
  'create index clients_tags on clients using gin (tags)',

  // The orders of the list. Where a value can be missing, each direction has its own index, so that what is
  // missing comes last in both. The first of phone and email also find the client who has it.
  'create index clients_by_name on clients (name_key collate "C", id)',
  `create index clients_by_phone on clients (coalesce(phone, ${LAST}) collate "C", id)`,
  `create index clients_by_phone_down on clients (coalesce(phone, '') collate "C", id)`,
  `create index clients_by_email on clients (coalesce(lower(email), ${LAST}) collate "C", id)`,
  `create index clients_by_email_down on clients (coalesce(lower(email), '') collate "C", id)`,
  'create index clients_by_status on clients (status collate "C", id)',
  'create index clients_by_source on clients (source collate "C", id)',
  `create index clients_by_activity on clients (coalesce(last_activity_at, 'infinity'), id)`,
  `create index clients_by_activity_down on clients (coalesce(last_activity_at, '-infinity'), id)`,
  'create index clients_by_creation on clients (created_at, id)',
  'create index clients_by_change on clients (updated_at, id)',

  // The clients who have a phone or an email (either may be null), the first one first.
  `create function clients_with(text, text) returns table (id uuid, name text)
     language sql stable
     as $$
       select id, name from (
         select 1 as place, id, name, created_at from clients
           where $1 is not null and coalesce(phone, ${LAST}) collate "C" = $1
         union all
         select 2, id, name, created_at from clients
           where $2 is not null and coalesce(lower(email), ${LAST}) collate "C" = lower($2)
       ) as found
       order by place, created_at, id
     $$`,

  // Held to the end of the transaction: whoever makes or changes a client with one of these waits for the
  // others who do. An import, which has too many of them, waits for all at once.
  `create function lock_client_contacts(phone text, email text) returns void
     language plpgsql
     as $$
     declare
       contact integer;
     begin
       perform pg_advisory_xact_lock_shared(7202, 0);
       for contact in
         select distinct hashtext(given) from unnest(array[phone, lower(email)]) as given where given is not null order by 1
       loop
         perform pg_advisory_xact_lock(7203, contact);
       end loop;
     end $$`,

  // Forward only: what arrives late takes nothing back. No edit: the version stays.
  `create function touch_client(client_id uuid, at timestamptz) returns void
     language sql
     as $$
       update clients set last_activity_at = at
       where id = client_id and coalesce(last_activity_at, '-infinity') < at
     $$`,

  // The client with this phone, else with this email, else a new one; of several the first one made, archived
  // ones too. Counts as activity at that time.
  `create function find_or_make_client(
     new_id uuid, new_name text, new_phone text, new_email text, new_source text, new_notes text, at timestamptz
   ) returns table (id uuid, name text, made boolean)
     language plpgsql
     as $$
     #variable_conflict use_column
     begin
       perform lock_client_contacts(new_phone, new_email);
       return query select found.id, found.name, false from clients_with(new_phone, new_email) as found limit 1;
       if found then
         perform touch_client((select known.id from clients_with(new_phone, new_email) as known limit 1), at);
         return;
       end if;
       insert into clients (id, name, phone, email, source, notes, last_activity_at, created_at, updated_at)
         values (new_id, new_name, new_phone, new_email, new_source, new_notes, at, at, at);
       return query select new_id, new_name, true;
     end $$`,
];

const DOWN = [
  'drop function find_or_make_client(uuid, text, text, text, text, text, timestamptz)',
  'drop function touch_client(uuid, timestamptz), lock_client_contacts(text, text), clients_with(text, text)',
  'drop table clients',
  'drop function client_keys(), short_grams(text), sort_name(text)',
  // The extensions stay: they may have been here before, and others may use them.
];
