import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Resources, services and closures are rows with ids. `bookable_settings()` shows the present ones as the document of the settings
 * has them, and `store_bookable_settings()` takes such a document.
 *
 * Processes of the version before may run beside this one, and read and write the columns `resources`, `services`, `schedules`,
 * `closures` and `former_resources` of `chat_agent_settings`. So for one version these columns are a copy, which a trigger keeps;
 * what such a process writes there, the trigger stores in the rows. This version writes none of these columns, and reads them for
 * outbound webhooks alone, which take the whole row. The next one takes away the columns and the trigger.
 */
export class ListWhatCanBeBooked1796480000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(SHOW);
    await runner.query(STORE);
    await runner.query(FILL);
    await runner.query(KEEP_COPY);
    // After the rows of before are there, which are no news.
    await runner.query(TELL);
  }
}

const namedTable = (table: string, one: string, columns: string) => `
  create table ${table} (
    id uuid constraint ${table}_pkey primary key,
    name text not null,
    ${columns},
    position integer not null,
    named_at timestamptz(3),
    named_by text,
    archived_at timestamptz(3)
  );
  create unique index ${table}_name on ${table} (folded_name(name)) where archived_at is null;
  create table ${one}_names (
    id bigint generated always as identity constraint ${one}_names_pkey primary key,
    ${one}_id uuid not null constraint ${one}_names_row references ${table} (id) on delete cascade,
    name text not null,
    since timestamptz(3),
    until timestamptz(3) not null
  );
  create index ${one}_names_of on ${one}_names (${one}_id);
  create index ${one}_names_name on ${one}_names (folded_name(name));
  create trigger keep_former_name after update of name on ${table}
    for each row when (folded_name(old.name) <> folded_name(new.name))
    execute function keep_former_name('${one}_names', '${one}_id');`;

const TABLES = `
  create function keep_former_name() returns trigger
    language plpgsql
    as $$
    begin
      execute format('insert into %I (%I, name, since, until) values ($1, $2, $3, $4)', tg_argv[0], tg_argv[1])
        using old.id, old.name, old.named_at, coalesce(new.named_at, now());
      return null;
    end $$;
  ${namedTable(
    'resources',
    'resource',
    `user_id uuid constraint resources_user references users (id) on delete set null,
    colour text,
    working_hours jsonb,
    exceptions jsonb not null default '[]',
    does_all_services boolean not null default true,
    schedule_position integer`,
  )}
  ${namedTable(
    'services',
    'service',
    `duration_minutes integer not null,
    buffer_minutes integer,
    price text,
    description text`,
  )}
  create table resource_services (
    resource_id uuid constraint resource_services_resource references resources (id) on delete cascade,
    service_id uuid constraint resource_services_service references services (id) on delete cascade,
    constraint resource_services_pkey primary key (resource_id, service_id)
  );
  create table closures (
    id uuid default gen_random_uuid() constraint closures_pkey primary key,
    resource_id uuid constraint closures_resource references resources (id),
    "from" text not null,
    "to" text not null,
    reason text not null,
    public boolean not null default false,
    position integer not null
  );`;

/** A former name means a row that has another name now, if no other row had it too and nobody is called so now. */
const SHOW = `
  -- Each row of a rename calls it: PL/pgSQL keeps its plan.
  create function present_resource(called text) returns text
    language plpgsql stable strict
    as $$
    begin
      return (
        select r.name
        from resource_names as former join resources as r on r.id = former.resource_id
        where folded_name(former.name) = folded_name(called) and r.archived_at is null
          and not exists (
            select from resource_names as other
            where folded_name(other.name) = folded_name(called) and other.resource_id <> r.id)
          and not exists (
            select from resources as present
            where present.archived_at is null and folded_name(present.name) = folded_name(called))
        limit 1);
    end $$;
  create function bookable_settings()
    returns table (resources jsonb, services jsonb, schedules jsonb, closures jsonb, former_resources jsonb)
    language sql stable
    as $$
    select
      (select coalesce(jsonb_agg(name order by position, id), '[]')
       from resources where archived_at is null) as resources,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
           'name', name, 'duration_minutes', duration_minutes, 'price', price,
           'description', description, 'buffer_minutes', buffer_minutes)) order by position, id), '[]')
       from services where archived_at is null) as services,
      (select coalesce(jsonb_agg(jsonb_build_object(
           'resource', r.name, 'working_hours', r.working_hours, 'exceptions', r.exceptions, 'colour', r.colour,
           'services', case when not r.does_all_services then (
             select coalesce(jsonb_agg(s.name order by s.position, s.id), '[]')
             from resource_services as does join services as s on s.id = does.service_id
             where does.resource_id = r.id and s.archived_at is null) end)
         order by r.schedule_position, r.position, r.id), '[]')
       from resources as r where r.archived_at is null and r.schedule_position is not null) as schedules,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
           'from', c."from", 'to', c."to", 'reason', c.reason, 'resource', r.name, 'public', c.public))
         order by c.position, c.id), '[]')
       from closures as c left join resources as r on r.id = c.resource_id) as closures,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'resource', present) order by key), '[]')
       from (
         select distinct on (folded_name(name)) folded_name(name) as key, name, present_resource(name) as present
         from resource_names order by folded_name(name), until desc
       ) as former
       where present is not null) as former_resources
    $$`;

/**
 * A name means the present row of that name, else the archived one that left last, which comes back, else a new one. Present rows
 * that are not named are archived. Rows that are the same already are not touched.
 */
const STORE = `
  create function store_bookable_settings(
      new_resources jsonb, new_services jsonb, new_schedules jsonb, new_closures jsonb, at timestamptz, named text)
    returns void
    language plpgsql
    as $$
    declare
      wanted record;
      known uuid;
      noted_at timestamptz := case when named is not null then at end;
    begin
      update resources set archived_at = at
      where archived_at is null and folded_name(name) <> all (
        select folded_name(one) from jsonb_array_elements_text(new_resources) as one);
      for wanted in
        select distinct on (folded_name(one)) one as name, place
        from jsonb_array_elements_text(new_resources) with ordinality as given (one, place)
        order by folded_name(one), place
      loop
        select id into known from resources where folded_name(name) = folded_name(wanted.name)
        order by archived_at desc nulls first limit 1;
        if known is null then
          insert into resources (id, name, position, named_at, named_by)
          values (gen_random_uuid(), wanted.name, wanted.place, noted_at, named);
        else
          update resources set name = wanted.name, position = wanted.place, archived_at = null,
            named_at = case when archived_at is null then named_at else noted_at end,
            named_by = case when archived_at is null then named_by else named end
          where id = known and (name, position, archived_at) is distinct from (wanted.name, wanted.place::integer, null);
        end if;
      end loop;

      update services set archived_at = at
      where archived_at is null and folded_name(name) <> all (
        select folded_name(one ->> 'name') from jsonb_array_elements(new_services) as one);
      for wanted in
        select (one ->> 'name') || case when spelling > 1 then format(' (%s)', spelling) else '' end as name, place,
               (one ->> 'duration_minutes')::integer as duration_minutes, one ->> 'price' as price,
               one ->> 'description' as description, (one ->> 'buffer_minutes')::integer as buffer_minutes
        from (
          -- An older version had names in two spellings.
          select one, place, row_number() over (partition by folded_name(one ->> 'name') order by place) as spelling
          from jsonb_array_elements(new_services) with ordinality as given (one, place)
        ) as numbered
      loop
        select id into known from services where folded_name(name) = folded_name(wanted.name)
        order by archived_at desc nulls first limit 1;
        if known is null then
          insert into services (id, name, position, duration_minutes, price, description, buffer_minutes, named_at, named_by)
          values (gen_random_uuid(), wanted.name, wanted.place, wanted.duration_minutes, wanted.price, wanted.description,
                  wanted.buffer_minutes, noted_at, named);
        else
          update services set name = wanted.name, position = wanted.place, archived_at = null,
            duration_minutes = wanted.duration_minutes, price = wanted.price, description = wanted.description,
            buffer_minutes = wanted.buffer_minutes,
            named_at = case when archived_at is null then named_at else noted_at end,
            named_by = case when archived_at is null then named_by else named end
          where id = known and (name, position, archived_at, duration_minutes, price, description, buffer_minutes)
            is distinct from (wanted.name, wanted.place::integer, null, wanted.duration_minutes, wanted.price,
                              wanted.description, wanted.buffer_minutes);
        end if;
      end loop;

      update resources as r set
        working_hours = given.working_hours, exceptions = given.exceptions, colour = given.colour,
        does_all_services = given.does_all_services, schedule_position = given.place
      from (
        select own.id, place, nullif(one -> 'working_hours', 'null') as working_hours,
               coalesce(one -> 'exceptions', '[]') as exceptions, one ->> 'colour' as colour,
               coalesce(jsonb_typeof(one -> 'services'), 'null') = 'null' as does_all_services
        from resources as own left join lateral (
          select one, place from jsonb_array_elements(new_schedules) with ordinality as given (one, place)
          where folded_name(one ->> 'resource') = folded_name(own.name) order by place limit 1
        ) as schedule on true
        where own.archived_at is null
      ) as given
      where r.id = given.id
        and (r.working_hours, r.exceptions, r.colour, r.does_all_services, r.schedule_position)
          is distinct from (given.working_hours, given.exceptions, given.colour, given.does_all_services, given.place::integer);
      with done as (
        select r.id as resource_id, s.id as service_id
        from jsonb_array_elements(new_schedules) as one
          join resources as r on r.archived_at is null and folded_name(r.name) = folded_name(one ->> 'resource')
          cross join lateral jsonb_array_elements_text(
            case when jsonb_typeof(one -> 'services') = 'array' then one -> 'services' else '[]' end) as named_service
          join services as s on s.archived_at is null and folded_name(s.name) = folded_name(named_service)
      ), no_longer as (
        delete from resource_services as does using resources as r
        where r.id = does.resource_id and r.archived_at is null
          and (does.resource_id, does.service_id) not in (select resource_id, service_id from done)
      )
      insert into resource_services (resource_id, service_id) select resource_id, service_id from done
      on conflict do nothing;

      if new_closures is distinct from (select closures from bookable_settings()) then
        -- What is closed alone must not close the business.
        insert into resources (id, name, position, archived_at)
        select distinct on (folded_name(one ->> 'resource')) gen_random_uuid(), one ->> 'resource', 0, coalesce(at, now())
        from jsonb_array_elements(new_closures) as one
        where one ? 'resource' and not exists (
          select from resources where folded_name(name) = folded_name(one ->> 'resource'));
        delete from closures;
        insert into closures (resource_id, "from", "to", reason, public, position)
        select (select id from resources where folded_name(name) = folded_name(one ->> 'resource')
                order by archived_at desc nulls first limit 1),
               one ->> 'from', one ->> 'to', one ->> 'reason', coalesce((one ->> 'public')::boolean, false), place
        from jsonb_array_elements(new_closures) with ordinality as given (one, place);
      end if;
    end $$`;

/** What the settings have is bookable; what only other rows have, with or without capitals, nobody can book any more. */
const FILL = `
  select store_bookable_settings(resources, services, schedules, closures, null, null) from chat_agent_settings;
  insert into resource_names (resource_id, name, until)
  select r.id, former ->> 'name', updated_at
  from chat_agent_settings, jsonb_array_elements(former_resources) as former
    join resources as r on r.archived_at is null and folded_name(r.name) = folded_name(former ->> 'resource');
  with used as (
    select resource as name, count(*) as times from appointments group by resource
    union all
    select resource, count(*) from blocks where resource is not null group by resource
    union all
    select resource, count(*) from busy_calendars where resource is not null group by resource
  ), spelled as (
    select distinct on (folded_name(name)) name from used order by folded_name(name), times desc, name
  )
  insert into resources (id, name, position, archived_at)
  select gen_random_uuid(), name, 0, now() from spelled
  where not exists (select from resources as r where folded_name(r.name) = folded_name(spelled.name))
    and not exists (select from resource_names as r where folded_name(r.name) = folded_name(spelled.name));
  with used as (
    select service as name, count(*) as times,
           (mode() within group (order by extract(epoch from ends_at - starts_at)) / 60)::integer as minutes
    from appointments where service is not null group by service
  ), spelled as (
    select distinct on (folded_name(name)) name, minutes from used order by folded_name(name), times desc, name
  )
  insert into services (id, name, position, duration_minutes, archived_at)
  select gen_random_uuid(), name, 0, greatest(minutes, 5), now() from spelled
  where not exists (select from services as s where folded_name(s.name) = folded_name(spelled.name))`;

const KEEP_COPY = `
  create function keep_bookable_settings() returns trigger
    language plpgsql
    as $$
    begin
      if (new.resources, new.services, new.schedules, new.closures, new.former_resources)
        is distinct from (old.resources, old.services, old.schedules, old.closures, old.former_resources)
      then
        -- A former name that is new is a rename.
        update resources as r set name = former.resource, named_at = null, named_by = null
        from jsonb_to_recordset(new.former_resources) as former (name text, resource text)
        where r.archived_at is null and folded_name(r.name) = folded_name(former.name)
          and new.resources ? former.resource
          and not exists (
            select from resources as other
            where other.archived_at is null and folded_name(other.name) = folded_name(former.resource));
        perform store_bookable_settings(
          new.resources, new.services, new.schedules, new.closures, new.updated_at, null);
      end if;
      select resources, services, schedules, closures, former_resources
      into new.resources, new.services, new.schedules, new.closures, new.former_resources
      from bookable_settings();
      return new;
    end $$;
  create trigger keep_bookable_settings before update on chat_agent_settings
    for each row execute function keep_bookable_settings();
  -- The one row is there already.
  alter table chat_agent_settings alter column schedules drop default, alter column closures drop default,
    alter column former_resources drop default;
  update chat_agent_settings set updated_at = updated_at`;

const told = (event: string, table: string, key = 'id', changes = ['insert', 'update', 'delete']) =>
  changes
    .map(
      (change) => `
  create trigger hook_${change} after ${change} on ${table}
    for each row execute function hook_enqueue('${event}', '${key}', '');`,
    )
    .join('');

const TELL =
  told('resource.updated', 'resources') +
  told('resource.updated', 'resource_services', 'resource_id', ['insert', 'delete']) +
  told('service.updated', 'services');
