import { isSessionFor } from '../../../readers/reader';

/** The kinds of rows that move as they are. */
export const MOVED = ['identities', 'state', 'tasks', 'decisions'] as const;
/** The kinds of which two projects may have the same row. */
export const DUPLICATES = ['state', 'tasks', 'decisions'] as const;

export const TABLES = {
  identities: 'project_identities',
  state: 'assistant_state',
  tasks: 'assistant_tasks',
  decisions: 'assistant_decisions',
} as const;

/** Whether two rows, one of a project and one of another, say the same. Of two pending tasks with one text only one may be in a project. */
export const SAME = {
  state: 'state_identity(other.key) = state_identity(own.key)',
  tasks: `own.status = 'pending' and other.status = 'pending' and text_digest(other.task) = text_digest(own.task)`,
  decisions: 'text_digest(decision_identity(other.text)) = text_digest(decision_identity(own.text))',
} as const;

const pairs = (kind: (typeof DUPLICATES)[number]) =>
  `from ${TABLES[kind]} as own join ${TABLES[kind]} as other on other.project_id = $2 and ${SAME[kind]} where own.project_id = $1`;

const ofProject = (kind: (typeof MOVED)[number]) =>
  `(select count(*)::int from ${TABLES[kind]} where project_id = $1)`;

/** How many rows a merge of $1 into $2 moves for the reader ($3), and how many of them $2 has already. */
export const PREVIEW = `
  select (select count(*)::int from assistant_sessions
          where projects ? $1::bigint::text and ${isSessionFor('', '$3')}) as sessions,
    ${MOVED.map((kind) => `${ofProject(kind)} as ${kind}`).join(', ')},
    json_build_object(${DUPLICATES.map((kind) => `'${kind}', (select count(distinct own.id)::int ${pairs(kind)})`).join(', ')}) as same`;

/** What was merged into $1 and can still come back: the newest first. */
export const LIST = `
  select (project ->> 'id')::float8 as project_id, project ->> 'name' as name, merged_at
  from project_merges where into_id = $1 and merged_at > now() - make_interval(days => $2) order by id desc limit 100`;

/** Both projects, in the order in which everybody locks them. */
export const LOCK =
  'select id::float8 as id from assistant_projects where id in ($1, $2) order by id for update';

/**
 * The decisions of $2 that $1 has, too. They are kept as they were, because renaming $1 in its sessions can make one of these
 * sessions theirs.
 */
export const KEEP_DECISIONS = `
  select to_jsonb(other) as row from assistant_decisions as own
  join assistant_decisions as other on other.project_id = $2 and ${SAME.decisions}
  where own.project_id = $1`;

/** Decisions that were replaced by a duplicate of $1 are now replaced by the same decision of $2. */
export const REPOINT = `
  update assistant_decisions as old set replaced_by = other.id
  from assistant_decisions as own
  join assistant_decisions as other on other.project_id = $2 and ${SAME.decisions}
  where own.project_id = $1 and old.replaced_by = own.id
  returning old.id::float8 as id, own.id::float8 as by`;

/** Deletes the rows of $1 that $2 has, too: those of the project that stays are kept. */
export const removeDuplicates = (kind: (typeof DUPLICATES)[number]) => `
  delete from ${TABLES[kind]} as own using ${TABLES[kind]} as other
  where own.project_id = $1 and other.project_id = $2 and ${SAME[kind]}
  returning to_jsonb(own) as row`;

export const moveAll = (kind: (typeof MOVED)[number]) =>
  `update ${TABLES[kind]} set project_id = $2 where project_id = $1 returning id::float8 as id`;

/** Puts the name of the project that stays in place of that of $1, in the sessions that are for the reader ($3). @returns what the sessions said before, and say now */
export const RENAME_IN_SESSIONS = `
  update assistant_sessions as said
  set projects_touched = rename_listed(was.projects_touched, gone.name, stays.name),
      projects = was.projects - $1::bigint::text || jsonb_build_object($2::bigint::text, stays.name)
  from assistant_projects as gone, assistant_projects as stays, assistant_sessions as was
  where gone.id = $1 and stays.id = $2 and was.id = said.id and said.projects ? $1::bigint::text
    and ${isSessionFor('said.', '$3')}
  returning said.id::float8 as id, was.projects_touched, was.projects, said.projects_touched as became`;

export const moveBack = (kind: (typeof MOVED)[number]) =>
  `update ${TABLES[kind]} set project_id = $1 where id = any($3) and project_id = $2`;

/** $1: rows as JSON, $2 and $3: who brings them back. Their versions say that there was no row before. */
export const insertAgain = (kind: (typeof DUPLICATES)[number], versioned: string) => `
  with back as (
    insert into ${TABLES[kind]} select * from jsonb_populate_recordset(null::${TABLES[kind]}, $1) returning id
  )
  insert into memory_versions (kind, row_id, by, through, before) select '${versioned}', id, $2, $3, null from back`;

/** Sets again what replaced which decision, if it still exists. $1: pairs of ids as JSON. */
export const REPLACE_AGAIN = `
  update assistant_decisions as old set replaced_by = pair.by
  from jsonb_to_recordset($1) as pair (id bigint, by bigint)
  where old.id = pair.id and exists (select from assistant_decisions where id = pair.by)`;

/**
 * Gives decisions of $2 that the merge tied to one of its sessions ($3) the session that they had before. Otherwise they would
 * leave with that session. $1: the rows as they were, as JSON.
 */
export const KEPT_AGAIN = `
  update assistant_decisions as stays
  set session_id = was.session_id, at = was.at, withdrawn_at = was.withdrawn_at, replaced_by = by_other.id,
      written_by = was.written_by, written_through = was.written_through, writer_id = was.writer_id
  from jsonb_populate_recordset(null::assistant_decisions, $1) as was
  left join assistant_decisions as by_other on by_other.id = was.replaced_by
  where stays.id = was.id and stays.project_id = $2 and stays.session_id = any($3)
    and stays.session_id is distinct from was.session_id`;

/**
 * Sessions that nobody has changed since get back their text; in the others only the name is changed back. $1 is the project that came
 * back, $2 the one that had its rows, $3 what was renamed, as JSON.
 */
export const RENAME_BACK = `
  update assistant_sessions as said
  set projects_touched = case when said.projects_touched = was.became then was.projects_touched
        else rename_listed(said.projects_touched, stays.name, back.name) end,
      projects = case when said.projects_touched = was.became then was.projects
        else said.projects - $2::bigint::text || jsonb_build_object($1::bigint::text, back.name) end
  from assistant_projects as back, assistant_projects as stays,
    jsonb_to_recordset($3) as was (id bigint, projects_touched text, projects jsonb, became text)
  where back.id = $1 and stays.id = $2 and said.id = was.id and said.projects ? $2::bigint::text`;

/** $1 is the project that came back. */
export const PROJECT_IS_BACK = `
  insert into memory_versions (kind, row_id, by, through, before) values ('project', $1, $2, $3, null)`;
