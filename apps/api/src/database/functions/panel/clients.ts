/** What clients are found by. */
export const CLIENTS = String.raw`
  create or replace function client_keys() returns trigger
    language plpgsql
    as $$
    declare
      name text := sort_name(new.name);
      search text := name || sort_name(concat(E'\n' || new.email, E'\n' || new.company));
    begin
      if new.other_phones <> '[]' then
        search := search || (
          select coalesce(string_agg(E'\n' || (other ->> 'phone'), ''), '') from jsonb_array_elements(new.other_phones) as other);
      end if;
      if new.phone_as_given is not null then
        search := search || sort_name(E'\n' || new.phone_as_given || E'\n' ||
          regexp_replace(replace(new.phone_as_given, ' / ', E'\n'), '[^0-9\n]', '', 'g'));
      end if;
      if octet_length(name) > 800 then name := left(name, 200); end if;
      if octet_length(search) > 1600 then search := left(search, 400); end if;
      new.name_key := name;
      new.search_text := search;
      return new;
    end $$;
  create or replace trigger clients_keys
    before insert or update of name, email, company, other_phones, phone_as_given on clients
    for each row execute function client_keys();

  -- Those who have a number among their other ones, or through a client who was merged into them, over several merges
  -- if need be. In plpgsql, so that the planner counts on one row: inlined, it reads the whole table for a join.
  create or replace function further_clients_of_phone(wanted text) returns table (id uuid)
    language plpgsql stable rows 1
    -- A session keeps its plans: one made while there were no clients read all of them for each row of an import.
    set enable_seqscan to off
    as $$
    declare
      given uuid[];
      kept uuid;
    begin
      given := array(
        select clients.id from clients
        where other_phones <> '[]' and other_phones @> jsonb_build_array(jsonb_build_object('phone', wanted))
          and phone is distinct from wanted);
      for kept in
        select client_id from client_merges where phone = wanted
        union
        select client_id from client_merges where other_phones <> '{}' and other_phones @> array[wanted]
      loop
        while kept is not null and not exists (select from clients where clients.id = kept) loop
          select client_id into kept from client_merges where merged_id = kept;
        end loop;
        if exists (select from clients where clients.id = kept and phone is distinct from wanted) and kept <> all(given) then
          given := given || kept;
        end if;
      end loop;
      return query select unnest(given);
    end $$;

  -- Whose number this is: first (1) those who have it as their phone, then (2) the others.
  create or replace function clients_of_phone(wanted text) returns table (id uuid, place integer)
    language plpgsql stable rows 1
    as $$
    begin
      return query select clients.id, 1 from clients where coalesce(phone, U&'\+10FFFF') collate "C" = wanted;
      return query select further.id, 2 from further_clients_of_phone(wanted) as further;
    end $$;

  -- The one client of a number: of several, the one who is called so; null where that leaves a doubt.
  create or replace function client_of_phone(wanted text, called text) returns uuid
    language sql stable
    as $$
      with owners as (
        select owner.id, owner.place, coalesce(clients.name_key = sort_name($2), false) as fits
        from clients_of_phone($1) as owner join clients on clients.id = owner.id
      ), likely as (
        select id, fits from owners where fits or place = (select min(place) from owners)
      )
      select case
        when count(*) = 1 then min(id::text)::uuid
        when count(*) filter (where fits) = 1 then (min(id::text) filter (where fits))::uuid
      end from likely
    $$;

  -- Who has an id of another system ({"crm": "C-17"}); where nobody has, those into whom one who had it was merged.
  create or replace function clients_of_external_id(wanted jsonb) returns table (id uuid)
    language plpgsql stable rows 1
    as $$
    begin
      return query select clients.id from clients where external_ids <> '{}' and external_ids @> wanted;
      if found then return; end if;
      return query
        with recursive kept as (
          select client_id from client_merges where merged -> 'external_ids' @> wanted
          union
          select merge.client_id from client_merges as merge join kept on merge.merged_id = kept.client_id
        )
        select client_id from kept;
    end $$;

  -- The clients who have a phone or an email (either may be null), the first one first.
  create or replace function clients_with(text, text) returns table (id uuid, name text)
    language sql stable
    as $$
      select id, name from (
        select 1 as place, id, name, created_at from clients
          where $1 is not null and coalesce(phone, U&'\+10FFFF') collate "C" = $1
        union all
        select 2, clients.id, name, created_at from further_clients_of_phone($1) as further
          join clients on clients.id = further.id
          where $1 is not null
        union all
        select 3, id, name, created_at from clients
          where $2 is not null and coalesce(lower(email), U&'\+10FFFF') collate "C" = lower($2)
      ) as found
      order by place, created_at, id
    $$;`;
