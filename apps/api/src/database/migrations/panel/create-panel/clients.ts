// Both run for every row that is stored, so they are written for speed.

/** In plpgsql: a statement of SQL in a function, which is begun for each row, takes three times as long. */
const SHORT_GRAMS = String.raw`
  -- Every single character and every two that stand together: what a search for one or two looks up.
  create or replace function short_grams(text) returns text[]
    language plpgsql immutable strict parallel safe
    as $$
    declare
      letters text[] := string_to_array($1, null);
      grams text[] := letters;
      before text;
      letter text;
    begin
      foreach letter in array letters loop
        if before is not null then grams := grams || (before || letter); end if;
        before := letter;
      end loop;
      return grams;
    end $$;`;

const CLIENT_KEYS = String.raw`
  -- An entry of an index has room for 2,704 bytes. Only texts of many rare characters are longer than what is kept of
  -- them here: 200 such characters of a name, and 400 of what is searched.
  create or replace function client_keys() returns trigger
    language plpgsql
    as $$
    declare
      name text := sort_name(new.name);
      search text := name || sort_name(concat(E'\n' || new.email, E'\n' || new.company));
    begin
      if octet_length(name) > 800 then name := left(name, 200); end if;
      if octet_length(search) > 1600 then search := left(search, 400); end if;
      new.name_key := name;
      new.search_text := search;
      return new;
    end $$;`;

/** The people and firms that the business works for, and how they are found, sorted and made only once. */
export const CLIENTS = String.raw`
  create extension if not exists pg_trgm;
  create extension if not exists unaccent;

  -- How people expect names to be ordered: without regard to case and accents. unaccent() is only STABLE because its
  -- dictionary could be changed; naming the dictionary lets an index use it.
  create function sort_name(text) returns text
    language sql immutable strict parallel safe
    return lower(unaccent('unaccent'::regdictionary, $1));
  ${SHORT_GRAMS}

  -- phone is in E.164 form. search_text and name_key follow the other columns by a trigger.
  create table clients (
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
    constraint clients_phone_form check (phone ~ '^\+[1-9][0-9]{1,19}$'),
    constraint clients_email_form check (email <> '')
  );
  -- A search walks rows in the order of a sort and looks at this text of each: estimates of how many match need a closer
  -- look at it than PostgreSQL takes by itself.
  alter table clients alter column search_text set statistics 1000;

  ${CLIENT_KEYS}
  create trigger clients_keys before insert or update of name, email, company on clients
    for each row execute function client_keys();

  create index clients_search on clients using gin (search_text gin_trgm_ops, phone gin_trgm_ops);
  create index clients_short_search on clients using gin (short_grams(search_text), short_grams(phone));
  create index clients_tags on clients using gin (tags);

  -- The orders of the list. Where a value can be missing, each direction has its own index, so that what is missing comes
  -- last in both: U&'\+10FFFF' sorts behind every text. The first of phone and email also find the client who has it.
  -- A search in the order of names walks the index alone, which holds what is searched too.
  create index clients_by_name on clients (name_key collate "C", id) include (search_text, phone);
  create index clients_by_phone on clients (coalesce(phone, U&'\+10FFFF') collate "C", id);
  create index clients_by_phone_down on clients (coalesce(phone, '') collate "C", id);
  create index clients_by_email on clients (coalesce(lower(email), U&'\+10FFFF') collate "C", id);
  create index clients_by_email_down on clients (coalesce(lower(email), '') collate "C", id);
  create index clients_by_status on clients (status collate "C", id);
  create index clients_by_source on clients (source collate "C", id);
  create index clients_by_activity on clients (coalesce(last_activity_at, 'infinity'), id);
  create index clients_by_activity_down on clients (coalesce(last_activity_at, '-infinity'), id);
  create index clients_by_creation on clients (created_at, id);
  create index clients_by_change on clients (updated_at, id);
  -- These two hold one value for all clients without a phone or email. With statistics that say that most entries are
  -- that value, a lookup of any other value was planned as a scan of the table. Without statistics it uses the index.
  alter index clients_by_phone alter column 1 set statistics 0;
  alter index clients_by_email alter column 1 set statistics 0;

  -- The clients who have a phone or an email (either may be null), the first one first.
  create function clients_with(text, text) returns table (id uuid, name text)
    language sql stable
    as $$
      select id, name from (
        select 1 as place, id, name, created_at from clients
          where $1 is not null and coalesce(phone, U&'\+10FFFF') collate "C" = $1
        union all
        select 2, id, name, created_at from clients
          where $2 is not null and coalesce(lower(email), U&'\+10FFFF') collate "C" = lower($2)
      ) as found
      order by place, created_at, id
    $$;

  -- Held to the end of the transaction: whoever makes or changes a client with one of these waits for the others who do.
  -- An import, which has too many of them, waits for all at once.
  create function lock_client_contacts(phone text, email text) returns void
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
    end $$;
`;
