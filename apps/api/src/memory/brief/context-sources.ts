import { LIMITS } from '@groupless/shared-dto';
import {
  DECISION_COLUMNS,
  PERSON_COLUMNS,
  PROJECT_COLUMNS,
  SESSION_COLUMNS,
  STATE_COLUMNS,
  TASK_COLUMNS,
  type RowColumns,
} from '../row-json';
import { isProjectFor, isSessionFor } from '../readers/reader';
import { STANDING_DECISIONS } from '../records/sessions/standing-decisions';
import type { ContextList } from './context-rows';
import {
  BELONGS_TO_FOLDER,
  IS_NOT_ARCHIVED,
  IS_NOT_OF_ARCHIVED_ALONE,
  IS_OF_NO_ARCHIVED,
  IS_OF_RELATED,
  isOfFolderOrOfAll,
  isOfProjectOrOfAll,
  isUrgentInBrief,
  isUrgentOfOthers,
  projectId,
} from './context-scope';

export interface Source {
  columns: RowColumns;
  table: string;
  /** Which rows are listed. @param project the parameter with the name of the requested project; null: none */
  condition?: (project: string | null, owner: string) => string;
  /** Whether a row of `stored` is for the reader. Without it all are. @param owner the parameter with the reader's owner */
  isFor?: (owner: string) => string;
  order: string;
  /** The condition in the brief of a project, if it differs: most lists also have rows of the folders above and below. */
  ofBrief?: (project: string, owner: string) => string;
  /** The condition of a brief without a project, which has nothing of archived ones. */
  ofWholeBrief?: string;
  /** The order in the brief of a project, if it differs: its own rows, those of no project, those of folders above and below. */
  orderOfBrief?: (project: string) => string;
  /** The text in a brief, if it differs from the stored one. */
  texts?: (project: string | null) => Record<string, string>;
  /** Whether a row belongs to the project whose name is the parameter; such rows come first if a project is requested. */
  isOfProject?: (name: string) => string;
  limit: number | string;
  /** Whether the answer counts the rows beyond the limit. */
  counted: boolean;
}

const NAME_ORDER = 'sort_name(name) collate "C", id';
const STATE_ORDER = 'category collate "C", key collate "C"';
const isOfProjectFor = (owner: string) => isProjectFor('stored.private_to', owner);
const FULL_LIST = { limit: LIMITS.context_rows, counted: true };

const LISTS: Record<Exclude<ContextList, 'decisions'>, Source> = {
  projects: {
    columns: PROJECT_COLUMNS,
    table: 'assistant_projects',
    isFor: isOfProjectFor,
    order: `priority desc, ${NAME_ORDER}`,
    isOfProject: (name) => `name = ${name}`,
    ofBrief: (name) => `name = ${name}`,
    ofWholeBrief: IS_NOT_ARCHIVED,
    ...FULL_LIST,
  },
  recent_sessions: {
    columns: SESSION_COLUMNS,
    table: 'assistant_sessions',
    isFor: (owner) => isSessionFor('stored.', owner),
    order: 'session_date desc, id desc',
    isOfProject: () => BELONGS_TO_FOLDER,
    ofBrief: () => `(${BELONGS_TO_FOLDER} or projects_touched = '')`,
    ofWholeBrief: IS_NOT_OF_ARCHIVED_ALONE,
    // The brief of a project has its decisions in a list of their own.
    texts: (project) => ({
      decisions_made:
        project === null
          ? STANDING_DECISIONS
          : `case when ${BELONGS_TO_FOLDER} then '' else ${STANDING_DECISIONS} end`,
    }),
    limit: LIMITS.recent_sessions,
    counted: false,
  },
  state: {
    columns: STATE_COLUMNS,
    table: 'assistant_state',
    isFor: isOfProjectFor,
    condition: (project) => (project === null ? 'project_id is null' : isOfProjectOrOfAll(project)),
    ofBrief: isOfFolderOrOfAll,
    order: STATE_ORDER,
    orderOfBrief: (project) =>
      `coalesce(project_id <> ${projectId(project)}, false), project_id is null, ${STATE_ORDER}`,
    ...FULL_LIST,
  },
  people: { columns: PERSON_COLUMNS, table: 'assistant_people', order: NAME_ORDER, ...FULL_LIST },
  pending_tasks: {
    columns: TASK_COLUMNS,
    table: 'assistant_tasks',
    isFor: isOfProjectFor,
    condition: (project, owner) =>
      `status = 'pending'${project === null ? '' : ` and (project_id is null or project_id = ${projectId(project)} or ${isUrgentOfOthers(project, owner)})`}`,
    ofBrief: (project, owner) =>
      `status = 'pending' and (project_id is null or project_id = ${projectId(project)} or ${IS_OF_RELATED} or ${isUrgentInBrief(project, owner)})`,
    ofWholeBrief: `status = 'pending' and ${IS_OF_NO_ARCHIVED}`,
    order: 'priority desc, created_at, id',
    isOfProject: (name) => `project_id = ${projectId(name)}`,
    ...FULL_LIST,
  },
};

/** The standing decisions of a project, and of those whose folders are above and below. */
const DECISIONS: Source = {
  columns: DECISION_COLUMNS,
  table: 'assistant_decisions',
  isFor: isOfProjectFor,
  condition: (project) =>
    project === null
      ? 'false'
      : `withdrawn_at is null and (project_id = ${projectId(project)} or ${IS_OF_RELATED})`,
  order: 'at desc, id desc',
  isOfProject: (name) => `project_id = ${projectId(name)}`,
  ...FULL_LIST,
};

export const SOURCES: Record<ContextList, Source> = { ...LISTS, decisions: DECISIONS };

/** A named row source, which may be a function instead of a table: see `asOf()`. */
export const from = (
  { table, condition, ofBrief, ofWholeBrief, isFor }: Source,
  { project, isBrief, owner }: { project: string | null; isBrief: boolean; owner: string },
) => {
  const own = !isBrief ? undefined : project === null ? ofWholeBrief : ofBrief?.(project, owner);
  const readable = isFor === undefined ? '' : `${isFor(owner)} and `;
  return `${table} as stored where ${readable}${own ?? condition?.(project, owner) ?? 'true'}`;
};

/** @param project the parameter with the name of the project that comes first; null: none */
export const orderOf = (
  { order, orderOfBrief, isOfProject }: Source,
  { project, isBrief }: { project: string | null; isBrief: boolean },
) => {
  if (project === null) return order;
  if (isBrief && orderOfBrief !== undefined) return orderOfBrief(project);
  return isOfProject === undefined ? order : `coalesce(${isOfProject(project)}, false) desc, ${order}`;
};
