import { LIMITS } from '@groupless/shared-dto';
import { isOwnedFor, isProjectFor, isSessionFor } from '../readers/reader';

/* What a context of a project has, and of what it says how much there is. `name` and `project` are parameters with a project's name. */

export const projectId = (name: string) => `(select id from assistant_projects where name = ${name})`;

/** The ids of a project and of those whose folders are above and below its own; of the others alone. Found once for all lists of a statement. */
export const withRelated = (name: string) => `with related as materialized (
  select ids, array_remove(ids::bigint[], ${projectId(name)}) as others from related_to_project(${projectId(name)}) as found (ids))`;

/** Whether a session belongs to one of these, in a statement that begins with them. */
export const BELONGS_TO_FOLDER = '(projects ?| (select ids from related))';

/** Whether a row belongs to a project whose folder is above or below, in a statement that begins with them. */
export const IS_OF_RELATED = 'project_id = any ((select others from related)::bigint[])';

/** Archived projects appear only in their own brief. */
const IS_ARCHIVED = `status = 'archived'`;
const ARCHIVED = `select id from assistant_projects where ${IS_ARCHIVED}`;

export const IS_NOT_ARCHIVED = `status <> 'archived'`;

/** Whether a row does not belong to an archived project. */
export const IS_OF_NO_ARCHIVED = `(project_id is null or project_id not in (${ARCHIVED}))`;

/** Whether a session belongs to no project, or to one that is not archived. */
export const IS_NOT_OF_ARCHIVED_ALONE = `(projects = '{}' or projects - array(
  select id::text from (${ARCHIVED}) as archived) <> '{}')`;

/** Whether the project has no entry with that key; its own value hides those of others. */
const isNotSaidIn = (name: string) => `not exists (
  select from assistant_state as own
  where own.project_id = ${projectId(name)} and state_identity(own.key) = state_identity(stored.key))`;

/** The state of a project, and global state with keys that the project does not have. */
export const isOfProjectOrOfAll = (name: string) =>
  `(project_id = ${projectId(name)} or project_id is null and ${isNotSaidIn(name)})`;

/** The same, and state of the folders above and below with keys that the project does not have. */
export const isOfFolderOrOfAll = (name: string) =>
  `(project_id = ${projectId(name)} or (project_id is null or ${IS_OF_RELATED}) and ${isNotSaidIn(name)})`;

/** A project sees only a few very urgent tasks of other projects. */
const OTHERS_TASKS = { priority: 9, most: 5 };

const isAmongUrgent = (condition: string, owner: string) => `id in (
  select id from assistant_tasks
  where status = 'pending' and ${condition} and ${isProjectFor('private_to', owner)} and priority >= ${OTHERS_TASKS.priority}
  order by priority desc, created_at, id limit ${OTHERS_TASKS.most})`;

const isOfAnother = (project: string) => `project_id <> ${projectId(project)}`;
const isOfStranger = (project: string) => `${isOfAnother(project)} and not ${IS_OF_RELATED}`;

export const isUrgentOfOthers = (project: string, owner: string) =>
  isAmongUrgent(isOfAnother(project), owner);

/** The same for a brief, which has the tasks of folders above and below anyway. */
export const isUrgentInBrief = (project: string, owner: string) =>
  isAmongUrgent(`${isOfStranger(project)} and ${IS_OF_NO_ARCHIVED}`, owner);

/** Counts rows of a table that are for the reader, up to the limit of counts. */
const countOf = (table: string, condition: string, owner: string) => `
  (select count(*)::int from (select from ${table} where ${condition} and ${isProjectFor('private_to', owner)} limit ${LIMITS.page.counted}) as counted)`;

/** The state of other projects. */
export const stateOfProjects = (project: string | null, owner: string) =>
  countOf('assistant_state', project === null ? 'project_id is not null' : isOfAnother(project), owner);

/** The pending tasks of other projects that are not shown. */
export const tasksOfProjects = (project: string, owner: string) =>
  countOf(
    'assistant_tasks',
    `status = 'pending' and ${isOfAnother(project)} and not ${isUrgentOfOthers(project, owner)}`,
    owner,
  );

/** The counts of a project's brief: all other projects, and rows of those that are not of folders above and below. */
export const besideBrief = (project: string, owner: string) => ({
  projects: countOf('assistant_projects', `name <> ${project}`, owner),
  state_of_projects: countOf('assistant_state', isOfStranger(project), owner),
  tasks_of_projects: countOf(
    'assistant_tasks',
    `status = 'pending' and ${isOfStranger(project)} and not ${isUrgentInBrief(project, owner)}`,
    owner,
  ),
  decisions_of_projects: countOf(
    'assistant_decisions',
    `withdrawn_at is null and (project_id is null or ${isOfStranger(project)})`,
    owner,
  ),
});

export const archivedProjects = (owner: string) => countOf('assistant_projects', IS_ARCHIVED, owner);

export const tasksOfArchived = (owner: string) =>
  countOf('assistant_tasks', `status = 'pending' and project_id in (${ARCHIVED})`, owner);

/** Counts the standing decisions that are not of the newest sessions, which every brief without a project has. */
export const decisionsOfOlderSessions = (owner: string) =>
  countOf(
    'assistant_decisions',
    `withdrawn_at is null and not coalesce(session_id = any (array(
       select id from assistant_sessions where ${isSessionFor('', owner)} and ${IS_NOT_OF_ARCHIVED_ALONE}
       order by session_date desc, id desc limit ${LIMITS.recent_sessions})), false)`,
    owner,
  );

/** Counts all sessions that the reader may see, the loaded ones too. */
export const sessionsFor = (owner: string) =>
  countOf('assistant_sessions', isOwnedFor('owner_id', owner), owner);
