import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A session belongs to projects by their ids. `projects` holds them with the names that stand in `projects_touched`:
 * `{"5": "shop"}`. A trigger resolves the names, so every way of writing a session does it alike. When a project is renamed the
 * text follows; a name without a project stays a word until a project of that name is made.
 */
export class TieSessionsToProjects1796240000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assistant_sessions add column projects jsonb not null default '{}'`);
    for (const statement of [NAMES, LINKS, CARRIES, UNVERSIONED]) await runner.query(statement);
    // No versions and no entries of the search queue: the text stays as it is.
    await runner.query('alter table assistant_sessions disable trigger user');
    await runner.query('alter table assistant_sessions enable trigger projects_linked');
    await runner.query(
      `update assistant_sessions set projects_touched = projects_touched where projects_touched <> ''`,
    );
    await runner.query('alter table assistant_sessions enable trigger user');
    // The sessions of a project, and those that say a name.
    await runner.query('create index assistant_sessions_projects on assistant_sessions using gin (projects)');
    await runner.query(`
      create index assistant_sessions_words on assistant_sessions using gin (project_words(projects_touched))`);
    // Names with commas are looked for in the whole text.
    await runner.query(`
      create index assistant_projects_with_commas on assistant_projects (id) where strpos(name, ',') > 0`);
  }
}

/** How names stand in a list that is separated by commas. Names longer than a project's can be are no names. */
const NAMES = String.raw`
  -- Without folded_name(): an index finds only PostgreSQL's own functions.
  create function project_words(text) returns text[]
    language sql immutable strict parallel safe
    as $$
      select array(select distinct lower(btrim(normalize(word, nfkc))) from unnest(string_to_array($1, ',')) as word
                   where btrim(word) <> '' and char_length(btrim(word)) <= 200)
    $$;
  create function names_listed(list text, name text) returns boolean
    language sql immutable strict parallel safe
    as $$
      select strpos(',' || regexp_replace(folded_name(list), '\s*,\s*', ',', 'g') || ',',
                    ',' || regexp_replace(folded_name(name), '\s*,\s*', ',', 'g') || ',') > 0
    $$;
  create function rename_listed(list text, old_name text, new_name text) returns text
    language sql immutable strict parallel safe
    as $$
      select regexp_replace(list, '(^|,)(\s*)' || regexp_replace(old_name, '([^[:alnum:]_\s])', '\\\1', 'g') || '(\s*)(?=,|$)',
                            '\1\2' || replace(new_name, '\', '\\') || '\3', 'gi')
    $$;
  -- The project that a name means: the one of exactly this name, else that of this identity, else the only one of this name
  -- without case.
  create function project_named(name_or_identity text) returns bigint
    language sql stable strict
    as $$
      select coalesce(
        (select id from assistant_projects where name = $1),
        (select min(id) from assistant_projects where text_digest(url) = text_digest($1) and url = $1 and url <> ''),
        (select min(id) from assistant_projects where folded_name(name) = folded_name($1) having count(*) = 1))
    $$;
  -- The names of a list that are no project's.
  create function unknown_projects(list text, projects jsonb) returns text[]
    language sql immutable strict parallel safe
    as $$
      select array(
        select distinct btrim(word) from unnest(string_to_array(list, ',')) as word
        where btrim(word) <> ''
          and not exists (select from jsonb_each_text(projects) as known where names_listed(known.value, word)))
    $$;`;

const LINKS = `
  create function link_projects() returns trigger
    language plpgsql
    as $$
    declare
      known record;
      linked jsonb := '{}';
      found_id bigint;
      found_name text;
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
      for known in select btrim(word) as word from unnest(string_to_array(rest, ',')) as word loop
        continue when known.word = '' or char_length(known.word) > 200;
        found_id := project_named(known.word);
        continue when found_id is null or linked ? found_id::text;
        select name into found_name from assistant_projects where id = found_id;
        if folded_name(found_name) <> folded_name(known.word) then
          new.projects_touched := rename_listed(new.projects_touched, known.word, found_name);
        end if;
        linked := linked || jsonb_build_object(found_id::text, found_name);
      end loop;
      if strpos(new.projects_touched, ',') > 0 then
        select linked || coalesce(jsonb_object_agg(id::text, name), '{}') into linked from assistant_projects
        where strpos(name, ',') > 0 and names_listed(new.projects_touched, name);
      end if;
      new.projects := linked;
      return new;
    end $$;
  create trigger projects_linked before insert or update of projects_touched, projects on assistant_sessions
    for each row execute function link_projects();`;

/**
 * The sessions that an update writes here differ in derived text alone, so that no version is kept of it; the versions that
 * there are follow the name instead.
 */
const CARRIES = `
  create function carry_project_name() returns trigger
    language plpgsql
    as $$
    begin
      perform set_config('groupless.unversioned', 'on', true);
      if tg_op = 'UPDATE' then
        update assistant_sessions set projects_touched = projects_touched where projects ? new.id::text;
        update memory_versions set before = before || jsonb_build_object(
          'projects_touched', rename_listed(before ->> 'projects_touched', before -> 'projects' ->> new.id::text, new.name),
          'projects', before -> 'projects' || jsonb_build_object(new.id::text, new.name))
        where kind = 'session' and before -> 'projects' ? new.id::text
          and row_id in (select id from assistant_sessions where projects ? new.id::text);
      end if;
      update assistant_sessions set projects_touched = projects_touched
      where project_words(projects_touched) @> project_words(new.name) and not projects ? new.id::text;
      perform set_config('groupless.unversioned', '', true);
      return null;
    end $$;
  create trigger name_carried_from_new after insert on assistant_projects
    for each row execute function carry_project_name();
  create trigger name_carried after update of name on assistant_projects
    for each row when (old.name is distinct from new.name) execute function carry_project_name();`;

const UNVERSIONED = `
  create or replace function keep_changed() returns trigger
    language plpgsql
    as $$
    declare
      told text := nullif(current_setting('groupless.written_through', true), '');
    begin
      if current_setting('groupless.unversioned', true) = 'on' then return null; end if;
      insert into memory_versions (kind, row_id, by, through, before)
      select tg_argv[0], old_row.id,
             case when told is null then new_row.written_by
                  else nullif(current_setting('groupless.written_by', true), '') end,
             coalesce(told, new_row.written_through),
             to_jsonb(old_row) - 'previous_value'
      from old_rows as old_row join new_rows as new_row using (id)
      where old_row is distinct from new_row;
      return null;
    end $$;`;
