import { LIMITS } from '@groupless/shared-dto';
import { isOwnedFor } from '../readers/reader';
import { belongsToProject } from '../records/sessions/belongs-to-project';

/* What a context of a project has, and of what it says how much there is. `name` and `project` are parameters with a project's name. */

export const projectId = (name: string) => `(select id from assistant_projects where name = ${name})`;

/** The projects whose folders are above and below those of a project: found once for all lists of a statement. */
export const withRelated = (name: string) =>
  `with related as materialized (select related_projects(${name}) as ids)`;

/** Whether a session belongs to one of these, in a statement that begins with them. */
export const BELONGS_TO_FOLDER = '(projects ?| (select ids from related))';

/** The state of a project, and what is not said in it of the state that belongs to none. */
export const isOfProjectOrOfAll = (
  name: string,
) => `(project_id = ${projectId(name)} or project_id is null and not exists (
  select from assistant_state as own
  where own.project_id = ${projectId(name)} and state_identity(own.key) = state_identity(stored.key)))`;

/** Of the tasks of other projects a project is told only of a few that are very urgent. */
const OTHERS_TASKS = { priority: 9, most: 5 };

export const isUrgentOfOthers = (project: string) => `id in (
  select id from assistant_tasks
  where status = 'pending' and project_id <> ${projectId(project)} and priority >= ${OTHERS_TASKS.priority}
  order by priority desc, created_at, id limit ${OTHERS_TASKS.most})`;

/** The state of the projects that are not asked for. */
export const stateOfProjects = (project: string | null) => `
  (select count(*)::int from (
     select from assistant_state
     where project_id is not null${project === null ? '' : ` and project_id <> ${projectId(project)}`}
     limit ${LIMITS.page.counted}) as others)`;

/** The pending tasks of other projects that are not shown. */
export const tasksOfProjects = (project: string) => `
  (select count(*)::int from (
     select from assistant_tasks
     where status = 'pending' and project_id <> ${projectId(project)} and not ${isUrgentOfOthers(project)}
     limit ${LIMITS.page.counted}) as others)`;

/** The projects that are not asked for. */
export const otherProjects = (project: string) => `
  (select count(*)::int from (
     select from assistant_projects where name <> ${project} limit ${LIMITS.page.counted}) as others)`;

/** The standing decisions of other projects, and of none. */
export const decisionsOfProjects = (project: string) => `
  (select count(*)::int from (
     select from assistant_decisions
     where withdrawn_at is null and project_id is distinct from ${projectId(project)}
     limit ${LIMITS.page.counted}) as others)`;

/** The standing decisions that none of the newest sessions said. */
export const decisionsOfOlderSessions = `
  (select count(*)::int from (
     select from assistant_decisions
     where withdrawn_at is null
       and not coalesce(session_id = any (
         array(select id from assistant_sessions order by session_date desc, id desc limit ${LIMITS.recent_sessions})), false)
     limit ${LIMITS.page.counted}) as older)`;

/** What a session still says of its decisions: without those that were withdrawn in one of its projects, or in none. */
export const STANDING_DECISIONS = (() => {
  const isWithdrawn = `exists (
    select from assistant_decisions as gone
    where gone.withdrawn_at is not null
      and text_digest(decision_identity(gone.text)) = text_digest(decision_identity(entry))
      and (gone.project_id is null or exists (
        select from assistant_projects as owner
        where owner.id = gone.project_id and ${belongsToProject('owner.name')})))`;
  const entries = 'decision_entries(decisions_list, decisions_made) as entry';
  return `case when exists (select from assistant_decisions where withdrawn_at is not null)
      and exists (select from ${entries} where ${isWithdrawn})
    then (select coalesce(string_agg(entry, case when decisions_list is null then E'\\n' else ', ' end), '')
          from ${entries} where not ${isWithdrawn})
    else decisions_made end`;
})();

/** Of all sessions that are for the reader, those that were loaded among them. */
export const sessionsFor = (owner: string) => `(select count(*)::int from (
  select from assistant_sessions where ${isOwnedFor('owner_id', owner)} limit ${LIMITS.page.counted}) as stored)`;
