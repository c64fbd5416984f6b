import { LIMITS } from '@groupless/shared-dto';
import { isHeldBack } from '../fence/quarantine/held-back';
import { isSessionFor } from '../readers/reader';
import { rowJson } from '../row-json';
import { BRIEF_LISTS, CONTEXT_LISTS, KIND_OF_LIST, LONG_TEXTS, type ContextList } from './context-rows';
import {
  archivedProjects,
  BELONGS_TO_FOLDER,
  besideBrief,
  decisionsOfOlderSessions,
  IS_OF_RELATED,
  sessionsFor,
  stateOfProjects,
  tasksOfArchived,
  tasksOfProjects,
  withRelated,
} from './context-scope';
import { from, orderOf, SOURCES, type Source } from './context-sources';
import { IS_SMALL, ROW_SOURCE, SESSION_SOURCE, TASK_SOURCE } from './row-sources';

/** The most sessions of a project that are read to fill a budget. */
const MOST_OF_PROJECT = 60;

/** The options of a statement. */
export interface Loaded {
  /** The parameter with the name of the project that comes first; null: none. */
  project: string | null;
  /** The parameter with the owner of the turns. */
  owner: string;
  /** Whether it is for a brief: with a project it has decisions and selects rows by `ofBrief`, otherwise by `ofWholeBrief`. */
  isBrief: boolean;
}

const JSON_OF_ALL: Loaded = { project: null, owner: '$2', isBrief: false };

/** Sessions of the project come first, so a higher limit adds only more of them. */
const SESSIONS_TO_FILL = `greatest(${LIMITS.recent_sessions}, (
  select count(*) from (
    select from assistant_sessions where ${BELONGS_TO_FOLDER} and ${isSessionFor('', '$2')}
    limit ${MOST_OF_PROJECT}) as counted))`;

/** The lists that are loaded: decisions stand in the brief of a project. */
const listsOf = ({ project, isBrief }: Loaded): readonly ContextList[] =>
  isBrief && project !== null ? BRIEF_LISTS : CONTEXT_LISTS;

/** A JSON array of the rows, built by `row`. */
const array = (source: Source, row: string, rows: string) =>
  `(select '[' || coalesce(string_agg(row, ','), '') || ']' from
     (select ${row} as row from ${rows} order by ${source.order} limit ${source.limit}) as listed)`;

/** Counts only beyond the limit, so if no row is left out it costs no more than the list. */
const leftOut = (source: Source, loaded: Loaded) =>
  source.counted
    ? `(select count(*)::int from (select from ${from(source, loaded)} offset ${source.limit}) as rest)`
    : '0';

/** The counts that differ between a brief and the context. */
function countsOfBrief(loaded: Loaded): Record<string, string> {
  const { project, isBrief, owner } = loaded;
  if (!isBrief) return { decisions_of_projects: '0' };
  if (project !== null) return besideBrief(project, owner);
  return {
    projects: `${leftOut(SOURCES.projects, loaded)} + ${archivedProjects(owner)}`,
    tasks_of_projects: tasksOfArchived(owner),
    decisions: decisionsOfOlderSessions(owner),
    decisions_of_projects: '0',
  };
}

const countLeftOut = (loaded: Loaded) => {
  const { project, owner } = loaded;
  const counts = {
    ...Object.fromEntries(BRIEF_LISTS.map((list) => [list, '0'])),
    ...Object.fromEntries(listsOf(loaded).map((list) => [list, leftOut(SOURCES[list], loaded)])),
    state_of_projects: stateOfProjects(project, owner),
    tasks_of_projects: project === null ? '0' : tasksOfProjects(project, owner),
    ...countsOfBrief(loaded),
  };
  return `json_build_object(${Object.entries(counts)
    .map(([name, count]) => `'${name}', ${count}`)
    .join(', ')})`;
};

const wholeList = (list: ContextList) =>
  array(SOURCES[list], rowJson(SOURCES[list].columns), from(SOURCES[list], JSON_OF_ALL));

/** Reading a longer text at once would block other requests. */
const LONGEST_WHOLE_BYTES = 1_048_576;

/** The lists in the order in which they are sent. */
const PARTS = CONTEXT_LISTS.map((list, place) => {
  const begin = place === 0 ? '{' : ',';
  const end = place === CONTEXT_LISTS.length - 1 ? '}' : '';
  return `'${begin}"${list}":' || ${wholeList(list)} || '${end}'`;
});

/** The same tag as `entityTag()` makes. */
const TAG = `translate(left(encode(sha256(body), 'base64'), 27), '+/', '-_')`;

/**
 * The whole context in one statement, as the text that is sent, with the tag of its bytes. No parts are returned if the
 * caller has this tag ($1) already, because sending the text costs more than building it, or if the text is longer than
 * `LONGEST_WHOLE_BYTES`. The parts are an array: one large string would trigger garbage collections of the whole heap.
 */
export const LOAD_CONTEXT = {
  name: 'load_context',
  text: `
    with whole as materialized (
      select array[${PARTS.join(',\n        ')}] as parts, ${countLeftOut(JSON_OF_ALL)} as left_out
    ), tagged as materialized (
      select '"' || ${TAG} || '"' as tag, octet_length(body) as bytes, parts, left_out
      from whole, convert_to(array_to_string(parts, ''), 'UTF8') as body
    )
    select tag, left_out, part
    from tagged
    left join unnest(parts) with ordinality as sent (part, place)
      on tag is distinct from $1::text and bytes <= ${LONGEST_WHOLE_BYTES}
    order by place`,
};

const SOURCE_OF: Partial<Record<ContextList, string>> = {
  recent_sessions: SESSION_SOURCE,
  pending_tasks: TASK_SOURCE,
};

/** The texts that a brief shows differently from the stored ones. */
const ownTexts = (list: ContextList, { project, isBrief }: Loaded): Record<string, string> =>
  isBrief ? (SOURCES[list].texts?.(project) ?? {}) : {};

const ownText = (name: string) => `own_${name}`;

/** A row of `ContextRow` without its list; $1 is how many code points of a long text it may have. */
function measuredRow(list: ContextList, loaded: Loaded): string {
  const longTexts: readonly string[] = LONG_TEXTS[list];
  const own = ownTexts(list, loaded);
  const textOf = (name: string) => (name in own ? ownText(name) : name);
  const shortened = Object.fromEntries(longTexts.map((name) => [name, `left(${textOf(name)}, $1)`]));
  const sizes = longTexts.map((name) => `octet_length(${textOf(name)})`);
  const hasProject = list === 'pending_tasks' || list === 'state' || list === 'decisions';
  const project = hasProject
    ? `coalesce((select to_json(name) from assistant_projects as known where known.id = project_id${
        loaded.isBrief ? ` and not ${isHeldBack("'project'", 'known.id')}` : ''
      }), 'null')`
    : `'null'`;
  const isRelated =
    hasProject && loaded.isBrief && loaded.project !== null ? `coalesce(${IS_OF_RELATED}, false)` : 'false';
  const source = SOURCE_OF[list] ?? ROW_SOURCE;
  const kind = KIND_OF_LIST[list];
  const held = kind === 'task' && !loaded.isBrief ? 'false' : isHeldBack(`'${kind}'`, 'stored.id');
  const small = list === 'recent_sessions' && loaded.isBrief ? IS_SMALL : 'false';
  return `concat('{"row":', ${rowJson({ ...SOURCES[list].columns, ...shortened })},
    ',"bytes":', array_to_json(array[${sizes.join(', ')}]::int[]), ',"project":', ${project}, ',"source":', ${source},
    ',"related":', to_json(${isRelated}), ',"held":', to_json(${held}), ',"is_small":', to_json(${small}), '}')`;
}

/** Each row of a list by itself, in the order of the list: none of them is long enough to hold others up. */
function measuredList(list: ContextList, source: Source, rows: string, loaded: Loaded): string {
  const row = `'${list}' as list, ${measuredRow(list, loaded)} as row`;
  const order = `order by ${orderOf(source, loaded)}`;
  const own = Object.entries(ownTexts(list, loaded));
  if (own.length === 0) return `(select ${row} from ${rows} ${order} limit ${source.limit})`;
  // Made once for each row that is listed, though the row has the text and its length; offset keeps PostgreSQL from doubling it.
  const texts = own.map(([name, text]) => `${text} as ${ownText(name)}`).join(', ');
  return `(select ${row} from (select stored.* from ${rows} ${order} limit ${source.limit}) as stored
    cross join lateral (select ${texts} offset 0) as own ${order})`;
}

/** How many rows are past the limits stands at the end, and how many sessions there are, as lists of one row. */
const loadLists = (loaded: Loaded, limits: Partial<Record<ContextList, string>> = {}) =>
  [
    ...listsOf(loaded).map((list) => {
      const source = SOURCES[list];
      const rows = from(source, loaded);
      return measuredList(list, { ...source, limit: limits[list] ?? source.limit }, rows, loaded);
    }),
    `(select 'left_out', ${countLeftOut(loaded)}::text)`,
    `(select 'sessions', ${sessionsFor(loaded.owner)}::text)`,
  ].join('\nunion all\n');

/** The rows with the ids of $2 and the parameters behind it, list by list; the name of the project stands behind these. */
const loadSelectedRows = (loaded: Loaded) =>
  listsOf(loaded)
    .map((list, index) => {
      const source = { ...SOURCES[list], limit: 'all' };
      // The ids were chosen among rows that the reader may see.
      // The sub-select hides how many there are: see `unnestParameters()`.
      const rows = `${source.table} as stored where id = any((select $${index + 2}::bigint[])::bigint[])`;
      return measuredList(list, source, rows, loaded);
    })
    .join('\nunion all\n');

const withProject = ({ project }: Loaded, lists: string) =>
  project === null ? lists : `${withRelated(project)}\n${lists}`;

function statementsOf(isBrief: boolean, hasProject: boolean) {
  const first: Loaded = { project: hasProject ? '$3' : null, owner: '$2', isBrief };
  const lists = listsOf(first);
  const selected: Loaded = { ...first, project: hasProject ? `$${lists.length + 2}` : null };
  const name = `${isBrief ? 'brief' : 'context'}_rows${hasProject ? '_for_project' : ''}`;
  return {
    lists,
    /** All rows, with the first $1 code points of each long text; $2 says whose turns, $3 is the name of the project. */
    whole: { name: `load_${name}`, text: withProject(first, loadLists(first)) },
    /** The same for a budget, which older sessions of the project may fill. */
    toFill: {
      name: `load_${name}_to_fill`,
      text: withProject(first, loadLists(first, hasProject ? { recent_sessions: SESSIONS_TO_FILL } : {})),
    },
    /** Some of these rows: $1 as above, then the ids list by list, then the name of the project. */
    selected: {
      name: `load_selected_${name}`,
      text: withProject(selected, loadSelectedRows(selected)),
    },
  };
}

const STATEMENTS = {
  context: { all: statementsOf(false, false), ofProject: statementsOf(false, true) },
  brief: { all: statementsOf(true, false), ofProject: statementsOf(true, true) },
};

export function rowStatements(isBrief: boolean, project: string | null) {
  const statements = STATEMENTS[isBrief ? 'brief' : 'context'];
  return project === null ? statements.all : statements.ofProject;
}
