import type { OwnedKind } from '@groupless/shared-dto';
import { isProjectFor, isSessionFor } from '../../readers/reader';
import { SAME, TABLES } from '../projects/merges/project-merge-statements';

/** The kinds whose rows have a column for their project. */
export type ScopedKind = Exclude<OwnedKind, 'session'>;

interface Owned {
  table: string;
  /** Whether two rows cannot be in one project, or two without one. */
  same: (toNone: boolean) => string;
  /** Of rows that move together only one of each identity can move. */
  identity: (toNone: boolean) => string;
}

const OWNED: Record<ScopedKind, Owned> = {
  state: {
    table: TABLES.state,
    // Without a project, keys are compared letter by letter.
    same: (toNone) => (toNone ? 'other.key = own.key' : SAME.state),
    identity: (toNone) => (toNone ? 'own.key' : 'state_identity(own.key)'),
  },
  task: {
    table: TABLES.tasks,
    same: () => SAME.tasks,
    identity: () =>
      `own.status = 'pending', case when own.status = 'pending' then own.task else own.id::text end`,
  },
  decision: {
    table: TABLES.decisions,
    same: () => SAME.decisions,
    identity: () => 'decision_identity(own.text)',
  },
};

/** Keeps both projects from being deleted or merged meanwhile: those that are for the reader ($3). */
export const LOCK_PROJECTS = `
  select id, private_to from assistant_projects
  where id in ($1::bigint, $2::bigint) and ${isProjectFor('private_to', '$3')} order by id for key share`;

/** Moves rows ($1) from a project ($2) to another ($3); null is none. @returns those that belonged to $2, and whether they moved */
export function moveRows(kind: ScopedKind, toNone: boolean): string {
  const { table, same, identity } = OWNED[kind];
  const belongs = toNone ? 'other.project_id is null' : 'other.project_id = $3::bigint';
  return `
    with asked as materialized (
      select own.id,
        not exists (select from ${table} as other where ${belongs} and ${same(toNone)})
          and row_number() over (partition by ${identity(toNone)} order by own.id desc) = 1 as fits
      from ${table} as own where own.id = any($1::bigint[]) and own.project_id is not distinct from $2::bigint
    ), moved as (
      update ${table} as own set project_id = $3::bigint from asked where asked.id = own.id and asked.fits
    )
    select id::float8 as id, fits as has_moved from asked order by id`;
}

const OF_NONE = `said.projects = '{}'`;
const OF_ONE = `said.projects ? $2::bigint::text and said.projects - $2::bigint::text = '{}'`;

const belongs = (fromNone: boolean) => (fromNone ? OF_NONE : OF_ONE);

/** The sessions ($1) that belong to $2 alone, or to none, and are for the reader ($3). */
export const lockSessions = (fromNone: boolean) => `
  select said.id::float8 as id from assistant_sessions as said
  where said.id = any($1::bigint[]) and ${fromNone ? '$2::bigint is null and ' : ''}${belongs(fromNone)}
    and ${isSessionFor('said.', '$3')}
  order by said.id for update`;

/** The sessions that said some decisions ($1) last, and belong to no project themselves. */
export const SESSIONS_OF_DECISIONS = `
  select distinct said.id::float8 as id from assistant_decisions as decision
  join assistant_sessions as said on said.id = decision.session_id
  where decision.id = any($1::bigint[]) and decision.project_id is null and ${OF_NONE}`;

/** The decisions of no project that some sessions ($1) said last. */
export const DECISIONS_OF_SESSIONS = `
  select id::float8 as id from assistant_decisions where session_id = any($1::bigint[]) and project_id is null`;

/**
 * Those of the decisions ($1) that a session other than $2 said last, if it still exists. They must not move without it: its next
 * correction would put them back.
 */
export const DECISIONS_OF_OTHERS = `
  select decision.id::float8 as id from assistant_decisions as decision
  where decision.id = any($1::bigint[]) and decision.session_id <> all($2::bigint[])
    and exists (select from assistant_sessions where id = decision.session_id)`;

/** A trigger reads the names: see the migration TieSessionsToProjects. $1: sessions, $2: the project. */
export const NAME_PROJECT = `
  update assistant_sessions as said
  set projects_touched = concat_ws(', ', nullif(btrim(said.projects_touched, ', '), ''), project.name)
  from assistant_projects as project where project.id = $2 and said.id = any($1::bigint[])`;

export const UNNAME_PROJECT = `
  update assistant_sessions as said
  set projects_touched = btrim(
    regexp_replace(rename_listed(said.projects_touched, said.projects ->> $2::bigint::text, ''), '(\\s*,)+\\s*', ', ', 'g'),
    ', ')
  where said.id = any($1::bigint[])`;
