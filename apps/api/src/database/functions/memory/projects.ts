/** SQL: the project that a name means: the one of exactly this name, else that of this identity, else the only one of this name without case. */
const idNamed = (name: string) => `coalesce(
        (select id from assistant_projects where name = ${name}),
        (select project_id from project_identities where text_digest(identity) = text_digest(${name}) and identity = ${name}),
        (select min(id) from assistant_projects where folded_name(name) = folded_name(${name}) having count(*) = 1))`;

const NAMED = `
  create or replace function project_named(name_or_identity text) returns bigint
    language sql stable strict
    as $$
      select ${idNamed('$1')}
    $$;`;

/** Ties a session to the projects that it names, by one query for all names: a function in it would be started for each of them. */
const LINKS = `
  create or replace function link_projects() returns trigger
    language plpgsql
    as $$
    declare
      known record;
      linked jsonb := '{}';
      -- What of the text is not linked yet: a part of a name with a comma may be the name of another project.
      rest text := new.projects_touched;
    begin
      if new.projects_touched = '' then
        new.projects := '{}';
        return new;
      end if;
      -- What is linked already stays so under the project's present name, unless the text leaves it out.
      for known in
        select was.key, was.value, project.name
        from jsonb_each_text(new.projects) as was left join assistant_projects as project on project.id = was.key::bigint
      loop
        continue when not names_listed(new.projects_touched, known.value);
        if known.name is not null and folded_name(known.name) <> folded_name(known.value) then
          new.projects_touched := rename_listed(new.projects_touched, known.value, known.name);
        end if;
        rest := rename_listed(rest, known.value, '');
        linked := linked || jsonb_build_object(known.key, coalesce(known.name, known.value));
      end loop;
      for known in
        select btrim(word) as word, project.id, project.name
        from unnest(string_to_array(rest, ',')) with ordinality as listed (word, place)
        cross join lateral (select id, name from assistant_projects where id = ${idNamed('btrim(word)')} limit 1) as project
        where char_length(btrim(word)) between 1 and 200
        order by place
      loop
        continue when linked ? known.id::text;
        if folded_name(known.name) <> folded_name(known.word) then
          new.projects_touched := rename_listed(new.projects_touched, known.word, known.name);
        end if;
        linked := linked || jsonb_build_object(known.id::text, known.name);
      end loop;
      if strpos(new.projects_touched, ',') > 0 then
        select linked || coalesce(jsonb_object_agg(id::text, name), '{}') into linked from assistant_projects
        where strpos(name, ',') > 0 and names_listed(new.projects_touched, name);
      end if;
      new.projects := linked;
      return new;
    end $$;`;

const CHATS = `
  -- The chats about a project, one for each of its identities. Two keys may mean two projects by one place: of that chat only the
  -- turns of this key are about the project.
  create or replace function project_chats(bigint) returns table (chat_id text, key_id text)
    language sql stable strict
    as $$
      select 'project:' || identity_place(identity), identity_key(identity) from project_identities where project_id = $1
    $$;`;

/** The ids of a project, and of those whose folders are above and below its folders, as texts; of no project there are none. */
const RELATED = `
  create or replace function related_to_project(asked bigint) returns text[]
    language sql stable
    as $$
      with known as (
        select project_id, identity_place(identity) as place, coalesce(identity_key(identity), '') as key_id, status
        from project_identities join assistant_projects as project on project.id = project_id
      ), own as (
        select * from known where project_id = $1
      )
      select array(
        select $1::text where $1 is not null
        union
        select other.project_id::text from known as other join own using (key_id)
        where other.status <> 'archived'
          and (starts_with(other.place, own.place || '/') or starts_with(own.place, other.place || '/')))
    $$;
  create or replace function related_projects(project_name text) returns text[]
    language sql stable strict
    as $$ select related_to_project((select id from assistant_projects where name = $1)) $$;`;

export const PROJECTS = NAMED + LINKS + CHATS + RELATED;
