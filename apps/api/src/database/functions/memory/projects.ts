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
      was_private_to text := new.private_to;
    begin
      new.private_to := null;
      if new.projects_touched = '' then
        new.projects := '{}';
        return new;
      end if;
      if new.projects <> '{}' then
        -- What is linked already stays so under the project's present name, unless the text leaves it out.
        for known in
          select was.key, was.value, project.name, project.private_to
          from jsonb_each_text(new.projects) as was left join assistant_projects as project on project.id = was.key::bigint
        loop
          continue when not names_listed(new.projects_touched, known.value);
          if known.name is not null and folded_name(known.name) <> folded_name(known.value) then
            new.projects_touched := rename_listed(new.projects_touched, known.value, known.name);
          end if;
          rest := rename_listed(rest, known.value, '');
          -- What was said of a private project that is gone stays private.
          new.private_to := coalesce(new.private_to, case when known.name is null then was_private_to else known.private_to end);
          linked := linked || jsonb_build_object(known.key, coalesce(known.name, known.value));
        end loop;
      end if;
      for known in
        select btrim(word) as word, project.id, project.name, project.private_to
        from unnest(string_to_array(rest, ',')) with ordinality as listed (word, place)
        cross join lateral (select id, name, private_to from assistant_projects where id = ${idNamed('btrim(word)')} limit 1) as project
        where char_length(btrim(word)) between 1 and 200
        order by place
      loop
        continue when linked ? known.id::text;
        if folded_name(known.name) <> folded_name(known.word) then
          new.projects_touched := rename_listed(new.projects_touched, known.word, known.name);
        end if;
        linked := linked || jsonb_build_object(known.id::text, known.name);
        new.private_to := coalesce(new.private_to, known.private_to);
      end loop;
      if strpos(new.projects_touched, ',') > 0 then
        select linked || coalesce(jsonb_object_agg(id::text, name), '{}'), coalesce(new.private_to, max(private_to))
          into linked, new.private_to from assistant_projects
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
      select 'project:' || regexp_replace(identity, owned, ''), substring(identity from owned)
      from project_identities
      -- Places have an owner, and all identities of a private project: a user, or the key of the settings.
      cross join lateral (select case when identity_key(identity) is null then '#([0-9a-f]{8}-[0-9a-f-]{27})$' else '#([^#/]*)$' end) as form (owned)
      where project_id = $1
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

const PRIVATE = `
  -- What belongs to a private project is for the user to whom that is. What it leaves behind stays so.
  create or replace function private_as_project() returns trigger
    language plpgsql
    as $$
    begin
      new.private_to := (select private_to from assistant_projects where id = new.project_id);
      return new;
    end $$;
  ${['state', 'tasks', 'decisions']
    .map(
      (kind) => `
  create or replace trigger private_as_project before insert or update of project_id on assistant_${kind}
    for each row when (new.project_id is not null) execute function private_as_project();`,
    )
    .join('')}

  -- Tasks and sessions of assistants stay without their project, but for those of a private one: nobody else is to have them.
  create or replace function delete_private_rows() returns trigger
    language plpgsql
    as $$
    begin
      delete from assistant_tasks where project_id = old.id;
      delete from assistant_runs where project_id = old.id;
      return old;
    end $$;
  -- By its name it comes before the trigger that leaves the tasks.
  create or replace trigger private_tasks_deleted before delete on assistant_projects
    for each row when (old.private_to is not null) execute function delete_private_rows();

  -- A project that is shared shares what it has. No text changes, so that no version is kept.
  create or replace function share_project() returns trigger
    language plpgsql
    as $$
    begin
      perform set_config('groupless.unversioned', 'on', true);
      update assistant_state set private_to = null where project_id = new.id;
      update assistant_tasks set private_to = null where project_id = new.id;
      update assistant_decisions set private_to = null where project_id = new.id;
      update assistant_sessions set projects_touched = projects_touched where projects ? new.id::text;
      update memory_versions set before = before || '{"private_to": null}'
      where before ->> 'private_to' = old.private_to
        and (kind = 'project' and row_id = new.id or before ->> 'project_id' = new.id::text
             or kind = 'session' and before -> 'projects' ? new.id::text);
      perform set_config('groupless.unversioned', '', true);
      return null;
    end $$;
  create or replace trigger shared_with_all after update of private_to on assistant_projects
    for each row when (old.private_to is not null and new.private_to is null) execute function share_project();

  -- Whether a chat is at a place of a private project.
  create or replace function is_private_place(chat_id text, owner_id text) returns boolean
    language sql stable
    as $$
      select exists (
        select from project_identities as known join assistant_projects as project on project.id = project_id
        where project.private_to is not null
          and text_digest(known.identity) = text_digest(substr($1, 9) || '#' || $2)
          and known.identity = substr($1, 9) || '#' || $2)
    $$;`;

export const PROJECTS = NAMED + LINKS + CHATS + RELATED + PRIVATE;
