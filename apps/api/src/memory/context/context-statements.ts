import { LIMITS } from '@groupless/shared-dto';
import { isHeldBack } from '../fence/quarantine/held-back';
import { namesProject } from '../records/sessions/names-project';
import { rowJson } from '../row-json';
import { CONTEXT_LISTS, KIND_OF_LIST, LONG_TEXTS, type ContextList } from './context-rows';
import { SESSIONS, stateOfProjects, tasksOfProjects } from './context-scope';
import { from, orderOf, SOURCES, type Source } from './context-sources';

/** So many sessions of a project are looked at to fill a budget. */
const MOST_OF_PROJECT = 60;

/** Those of the project come first, so a higher limit adds no others. */
const SESSIONS_TO_FILL = `greatest(${LIMITS.recent_sessions}, least(${MOST_OF_PROJECT},
  (select count(*) from assistant_sessions where ${namesProject('projects_touched', '$2')})))`;

/** A JSON array of the rows, each as `row` makes it. */
const array = (source: Source, row: string, rows: string) =>
  `(select '[' || coalesce(string_agg(row, ','), '') || ']' from
     (select ${row} as row from ${rows} order by ${source.order} limit ${source.limit}) as listed)`;

/** Counts only past the limit: where nothing is left out, it costs no more than the list. */
const leftOut = (source: Source, project: string | null) =>
  source.counted
    ? `(select count(*)::int from (select from ${from(source, project)} offset ${source.limit}) as rest)`
    : '0';

const countLeftOut = (project: string | null) =>
  `json_build_object(${[
    ...CONTEXT_LISTS.map((list) => `'${list}', ${leftOut(SOURCES[list], project)}`),
    `'state_of_projects', ${stateOfProjects(project)}`,
    `'tasks_of_projects', ${project === null ? '0' : tasksOfProjects(project)}`,
  ].join(', ')})`;

const wholeList = (list: ContextList) =>
  array(SOURCES[list], rowJson(SOURCES[list].columns), from(SOURCES[list], null));

/** A longer text would hold up others while it is read. */
const LONGEST_WHOLE_BYTES = 1_048_576;

/** The lists one after the other, as they are sent. */
const PARTS = CONTEXT_LISTS.map((list, place) => {
  const begin = place === 0 ? '{' : ',';
  const end = place === CONTEXT_LISTS.length - 1 ? '}' : '';
  return `'${begin}"${list}":' || ${wholeList(list)} || '${end}'`;
});

/** The tag is the one that `entityTag()` makes. */
const TAG = `translate(left(encode(sha256(body), 'base64'), 27), '+/', '-_')`;

/**
 * The whole context in one statement, as the text that is sent, with the tag of its bytes. The text stays in the
 * database where the tag is $1: making it is cheap beside carrying it. So it does where it is too long to be read at once.
 * It comes in parts: as one string it would be old garbage to V8, which looks through the whole heap to collect that.
 */
export const LOAD_CONTEXT = {
  name: 'load_context',
  text: `
    with whole as materialized (
      select array[${PARTS.join(',\n        ')}] as parts, ${countLeftOut(null)} as left_out
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

/** The hooks of the memory client say in their `Idempotency-Key` how a summary came about. */
const SUMMARY_SOURCE = `case when written_through = 'panel' then '"person"'
  when idempotency_key ~ ':compact:[0-9]+$' then '"compact summary"'
  when idempotency_key ~ ':end:[0-9]+$' then '"extract"' else 'null' end`;

/** What people wrote in the panel. The priority of a task may be changed there; who wrote its text is known until then. */
const ROW_SOURCE = `case when written_through = 'panel' then '"person"' else 'null' end`;
const TASK_SOURCE = `case when written_through = 'panel' and updated_at = created_at then '"person"' else 'null' end`;
const SOURCE_OF: Partial<Record<ContextList, string>> = {
  recent_sessions: SUMMARY_SOURCE,
  pending_tasks: TASK_SOURCE,
};

/** A row of `ContextRow` without its list; $1 is how many code points of a long text it may have. */
function measuredRow(list: ContextList): string {
  const longTexts: readonly string[] = LONG_TEXTS[list];
  const shortened = Object.fromEntries(longTexts.map((name) => [name, `left(${name}, $1)`]));
  const sizes = longTexts.map((name) => `octet_length(${name})`);
  const project =
    list === 'pending_tasks' || list === 'state'
      ? `coalesce((select to_json(name) from assistant_projects as known where known.id = project_id), 'null')`
      : `'null'`;
  const source = SOURCE_OF[list] ?? ROW_SOURCE;
  const kind = KIND_OF_LIST[list];
  const held = kind === 'task' ? 'false' : isHeldBack(`'${kind}'`, 'stored.id');
  return `concat('{"row":', ${rowJson({ ...SOURCES[list].columns, ...shortened })},
    ',"bytes":', array_to_json(array[${sizes.join(', ')}]::int[]), ',"project":', ${project}, ',"source":', ${source},
    ',"held":', to_json(${held}), '}')`;
}

/** Each row of a list by itself, in the order of the list: none of them is long enough to hold others up. */
const measuredList = (list: ContextList, source: Source, rows: string, project: string | null) =>
  `(select '${list}' as list, ${measuredRow(list)} as row from ${rows} order by ${orderOf(source, project)} limit ${source.limit})`;

/** How many rows are past the limits stands at the end, and how many sessions there are, as lists of one row. */
const loadLists = (lists: readonly string[], project: string | null) =>
  [
    ...lists,
    `(select 'left_out', ${countLeftOut(project)}::text)`,
    `(select 'sessions', ${SESSIONS}::text)`,
  ].join('\nunion all\n');

const loadRows = (project: string | null) =>
  loadLists(
    CONTEXT_LISTS.map((list) => measuredList(list, SOURCES[list], from(SOURCES[list], project), project)),
    project,
  );

/** All rows of the context, with the first $1 code points of each long text. */
export const LOAD_ROWS = { name: 'load_context_rows', text: loadRows(null) };

/** The same with those of the project named $2 first. */
export const LOAD_ROWS_FOR_PROJECT = { name: 'load_context_rows_for_project', text: loadRows('$2') };

/** The same for a budget, which older sessions of the project may fill. */
export const LOAD_ROWS_TO_FILL = loadLists(
  CONTEXT_LISTS.map((list) => {
    const source = SOURCES[list];
    const limit = list === 'recent_sessions' ? SESSIONS_TO_FILL : source.limit;
    return measuredList(list, { ...source, limit }, from(source, '$2'), '$2');
  }),
  '$2',
);

const selectedList = (list: ContextList, ids: string, project: string | null) => {
  const source = { ...SOURCES[list], limit: 'all' };
  return measuredList(
    list,
    source,
    from({ ...source, condition: () => `id = any(${ids})` }, project),
    project,
  );
};

const loadSelectedRows = (project: string | null) =>
  CONTEXT_LISTS.map((list, index) => selectedList(list, `$${index + 2}`, project)).join('\nunion all\n');

/** The rows with the ids of $2 to $6, list by list, with the first $1 code points of each long text. */
export const LOAD_SELECTED_ROWS = loadSelectedRows(null);

/** The same with those of the project named $7 first. */
export const LOAD_SELECTED_ROWS_FOR_PROJECT = loadSelectedRows('$7');
