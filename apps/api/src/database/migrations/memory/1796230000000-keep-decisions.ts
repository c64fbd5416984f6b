import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What decides whether two texts are one decision: letters without case, spaces as one, no full stop at the end. */
const IDENTITY = String.raw`
  create function decision_identity(text) returns text
    language sql immutable strict parallel safe
    return rtrim(btrim(regexp_replace(lower(normalize($1, nfkc)), '\s+', ' ', 'g')), '.!; ')`;

/** The decisions that a session says: the entries of an array, or the lines of a text without their bullets; 200 at most. */
const ENTRIES = String.raw`
  create function decision_entries(listed jsonb, said text) returns setof text
    language sql immutable parallel safe rows 3
    as $$
      select btrim(entry, E' \t\r\n')
      from (
        select jsonb_array_elements_text(listed) as entry where listed is not null
        union all
        select regexp_replace(line, '^\s*(?:[-*•]|\d+[.)])\s+', '') from string_to_table(said, E'\n') as line where listed is null
      ) as entries
      where decision_identity(entry) <> ''
      limit 200
    $$`;

/** The projects that a list of names means. They are locked, so that none is deleted before its decisions are stored. */
const PROJECTS = `
  create function decision_projects(named text) returns setof bigint
    language sql volatile rows 1
    as $$
      select meant.id
      from (select distinct btrim(part) as name from string_to_table(named, ',') as part where btrim(part) <> '') as parts
      cross join lateral (
        select id from assistant_projects where folded_name(name) = folded_name(parts.name)
        order by name = parts.name desc, id limit 1 for key share) as meant
    $$`;

/** As the other kinds have it: see create-memory/versions.ts, search.ts and hook-outbox.ts. */
const WATCHED = `
  create trigger changed_kept after update on assistant_decisions
    referencing old table as old_rows new table as new_rows
    for each statement execute function keep_changed('decision');
  create trigger deleted_kept after delete on assistant_decisions referencing old table as old_rows
    for each statement execute function keep_deleted('decision');
  create function assistant_decisions_as_of(moment timestamptz) returns setof assistant_decisions
    language sql stable
    as $$
      select live.* from assistant_decisions as live
      where live.created_at <= moment
        and not exists (
          select from memory_versions as later
          where later.kind = 'decision' and later.row_id = live.id and later.at > moment)
      union all
      select past.*
      from (
        select distinct on (row_id) before from memory_versions
        where kind = 'decision' and at > moment order by row_id, version
      ) as first_change
      cross join lateral jsonb_populate_record(null::assistant_decisions, before) as past
      where before is not null and past.created_at <= moment
    $$;
  create trigger search_changed after insert or delete or update of text, at on assistant_decisions
    for each row execute function search_enqueue('decision');
  create trigger search_emptied after truncate on assistant_decisions
    for each statement execute function search_enqueue_all('decision');
  create trigger hook_insert after insert on assistant_decisions referencing new table as new_rows
    for each statement execute function hook_enqueue_rows('decision.updated', '');
  create trigger hook_update after update on assistant_decisions
    referencing old table as old_rows new table as new_rows
    for each statement execute function hook_enqueue_rows('decision.updated', '');
  create trigger hook_delete after delete on assistant_decisions referencing old table as old_rows
    for each statement execute function hook_enqueue_rows('decision.updated', '');`;

/** What sessions have said; the projects of each list of names are looked up once. Of equal ones the latest counts. */
const TAKE_IN = `
  insert into assistant_decisions (project_id, text, session_id, at, created_at, written_by, written_through)
  select distinct on (project_id, digest) project_id, entry, id, session_date, session_date, written_by, written_through
  from (
    select said.id, session_date, written_by, written_through, entry, project_id,
           text_digest(decision_identity(entry)) as digest
    from assistant_sessions as said
    cross join lateral decision_entries(decisions_list, decisions_made) as entry
    left join (
      select named, id as project_id
      from (select distinct projects_touched as named from assistant_sessions where decisions_made <> '') as touched
      cross join lateral decision_projects(named) as id
    ) as meant on meant.named = projects_touched
    where decisions_made <> ''
  ) as decided
  order by project_id, digest, session_date desc, id desc`;

/**
 * Decisions are rows of their own: they stand, are replaced and are withdrawn, whatever becomes of the sessions that said them.
 * Triggers make them from the sessions, as soon as these know the ids of their projects (1796240000000).
 * What sessions have said before is taken in.
 */
export class KeepDecisions1796230000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDENTITY);
    await runner.query(ENTRIES);
    // The entries of an array of decisions, which may have commas; null: they came as a text.
    await runner.query('alter table assistant_sessions add column decisions_list jsonb');
    await runner.query(`
      create table assistant_decisions (
        id bigint generated by default as identity constraint assistant_decisions_pkey primary key,
        project_id bigint
          constraint assistant_decisions_project references assistant_projects on delete cascade,
        text text not null,
        -- The session that said it last. No foreign key: what was withdrawn outlives it.
        session_id bigint,
        at timestamptz(3) not null default now(),
        withdrawn_at timestamptz(3),
        replaced_by bigint
          constraint assistant_decisions_replaced_by references assistant_decisions on delete set null,
        created_at timestamptz(3) not null default now(),
        written_by text,
        written_through text
      )`);
    await runner.query(PROJECTS);
    // Of each project, or of none, one decision of a text.
    await runner.query(`
      create unique index assistant_decisions_text
        on assistant_decisions (project_id, text_digest(decision_identity(text))) nulls not distinct`);
    await runner.query(TAKE_IN);
    // Those that stand, of a project, the newest first.
    await runner.query(`
      create index assistant_decisions_standing on assistant_decisions (project_id, at desc, id desc)
        where withdrawn_at is null`);
    // All of them, the newest first, as the panel lists them.
    await runner.query('create index assistant_decisions_newest on assistant_decisions (at, id)');
    await runner.query('create index assistant_decisions_of_session on assistant_decisions (session_id)');
    await runner.query(`
      create index assistant_decisions_withdrawn on assistant_decisions (session_id) where withdrawn_at is not null`);
    // Whether a text was withdrawn, for the sessions that say it.
    await runner.query(`
      create index assistant_decisions_withdrawn_text on assistant_decisions (text_digest(decision_identity(text)))
        where withdrawn_at is not null`);
    await runner.query(`
      create index assistant_decisions_replacing on assistant_decisions (replaced_by) where replaced_by is not null`);
    await runner.query(
      `insert into search_queue (kind, id) select 'decision', id from assistant_decisions order by id desc`,
    );
    await runner.query(WATCHED);
  }
}
