import { LIMITS } from '@groupless/shared-dto';
import { decodeCursor } from '../../platform/http/cursor';
import type { JsonText } from '../../platform/http/json-text';
import {
  allOf,
  clause,
  isAfterCursor,
  pageStatement,
  type PageQuestion,
  type SortKey,
} from './page-statements';
import { asInvalidCursor, fingerprintOf, toPageText, type List, type PageInput } from './read-page';
import type { Statement, Statements, Value } from '../statements/statements';

/**
 * A list of a large table whose filter may match few rows or nearly all. `where` finds the rows by an index; `matches`
 * is the same filter, cheap to check on a row.
 */
export interface FilteredList extends List {
  /** At least one. */
  matches: readonly string[];
  /** The columns that `matches` reads. */
  columns: readonly string[];
  /** Whether the sort's index covers these columns. */
  is_covered?: boolean;
  /**
   * The conditions on the first sort key, which are among `where` too. They bound a walk. Their values come first in
   * `values`.
   */
  range?: { where: readonly string[]; values: number };
}

type Question = [Statement, Value[]];
interface FoundRow {
  row: JsonText;
  keys: string[];
}

/**
 * How many rows to read in sort order before using the filter's index: few at first, and more if too many match to sort
 * them. Index-only reads cost a tenth, if the table has been vacuumed.
 */
const WALKED = { at_first: 1_000, at_most: 10_000, at_most_covered: 50_000 };

/** The size of the random sample that estimates the share of matching rows. */
const SAMPLED = 2_000;

/** From this share on, a sequential scan reaches the counting limit soon. */
const LARGE_SHARE = 0.25;

/** The bound of that scan: twice the expected rows, because matches may be unevenly distributed. */
const READ_THROUGH = (2 * LIMITS.page.counted) / LARGE_SHARE;

/**
 * One page of such a list, at a cost that does not grow with the table. We read up to N rows in sort order; if the page
 * is not full by then, we use the filter's index and sort. The planner's estimate is not used.
 * @returns a `PageDto` as JSON
 * @throws AppError `invalid_cursor`
 */
export async function readFilteredPage(
  statements: Statements,
  list: FilteredList,
  { limit = LIMITS.page.default, cursor }: PageInput,
): Promise<JsonText> {
  const fingerprint = fingerprintOf(list);
  const kinds = list.sort.map(({ kind }) => kind);
  const after = cursor === undefined ? null : decodeCursor(cursor, fingerprint, kinds);
  const question = { ...list, after, limit };
  const [counted, walked] = await Promise.all([
    count(statements, question),
    walkSortOrder(statements, question, WALKED.at_first).catch(asInvalidCursor(after)),
  ]);
  const found = walked ?? (await walkFurtherOrLookUp(statements, question, counted));
  return toPageText({ found, counted, limit, fingerprint });
}

type FilteredQuestion = FilteredList & PageQuestion;

async function walkFurtherOrLookUp(
  statements: Statements,
  question: FilteredQuestion,
  counted: number,
): Promise<FoundRow[]> {
  const areMany = counted > LIMITS.page.counted;
  const atMost = question.is_covered === true ? WALKED.at_most_covered : WALKED.at_most;
  const walked = areMany ? await walkSortOrder(statements, question, atMost) : null;
  return walked ?? statements.read<FoundRow>(...lookUp(question));
}

/** The page, if the first `walked` rows in sort order fill it; else null. */
async function walkSortOrder(
  statements: Statements,
  question: FilteredQuestion,
  walked: number,
): Promise<FoundRow[] | null> {
  const found = await statements.read<FoundRow>(...walk(question, walked));
  if (found.length > question.limit) return found;
  const beyond = await statements.read(...endOfWalk(question, walked));
  return beyond.length === 0 ? found : null;
}

/** Reads a bounded number of rows in sort order, and the whole row only of matches. */
function walk({ matches, columns, from, row, ...question }: FilteredQuestion, walked: number): Question {
  const { sort, limit, after, values } = question;
  const keys = sort.map(({ sql }, index) => `${sql} as ${sortName(index)}`);
  const names = sort.map((key, index) => ({ ...key, sql: sortName(index) }));
  const next = `select id, ${[...new Set(columns), ...keys].join(', ')} from ${behind({ ...question, from })}
    order by ${order(sort)} limit ${walked}`;
  const found = `select id, ${names.map(({ sql }) => sql).join(', ')} from (${next}) as next ${clause(matches)}
    order by ${order(names)} limit ${limit + 1}`;
  const text = `select ${row} as row, array[${names.map(({ sql }) => `${sql}::text`).join(', ')}] as keys
    from (${found}) as found join ${from} using (id) order by ${order(names)}`;
  return [{ text }, [...values, ...(after ?? [])]];
}

/** The last row of such a walk; none if it reaches the end of the table. */
function endOfWalk({ from, sort, after, range, values: all }: FilteredQuestion, walked: number): Question {
  const values = all.slice(0, range?.values ?? 0);
  const text = `select 1 from ${behind({ from, sort, after, range, values })}
    order by ${order(sort)} offset ${walked - 1} limit 1`;
  return [{ text }, [...values, ...(after ?? [])]];
}

/**
 * Finds all matches by the filter's index, then sorts. `offset 0` is an optimisation fence: it keeps the planner from
 * walking the sort's index.
 */
function lookUp({ from, where, ...question }: PageQuestion): Question {
  const matching = `(select * from ${from} ${clause(where)} offset 0) as ${from}`;
  return pageStatement({ ...question, from: matching, where: [] });
}

/** Counts up to the limit of a list's total. */
async function count(statements: Statements, question: FilteredQuestion): Promise<number> {
  const { share } = await statements.readOne<{ share: number }>(...shareInSample(question));
  if (share >= LARGE_SHARE) {
    const { counted } = await statements.readOne<{ counted: number }>(...countFromBeginning(question));
    if (counted > LIMITS.page.counted) return counted;
  }
  return (await statements.readOne<{ counted: number }>(...countFound(question))).counted;
}

/** A table that was never analysed is sampled whole. */
function shareInSample({ from, matches, values }: FilteredQuestion): Question {
  const known = `(select greatest(reltuples, 1) from pg_class where oid = '${from}'::regclass)`;
  const sample = `(select * from ${from} tablesample system (least(100, ${100 * SAMPLED} / ${known}))
    limit ${2 * SAMPLED}) as ${from}`;
  const text = `select coalesce(avg((${allOf(matches)})::int), 0)::float as share
    from ${sample}`;
  return [{ text }, [...values]];
}

function countFromBeginning({ from, matches, values }: FilteredQuestion): Question {
  const beginning = `(select * from ${from} limit ${READ_THROUGH}) as ${from}`;
  const text = `select count(*)::int as counted
    from (select from ${beginning} ${clause(matches)} limit ${LIMITS.page.counted + 1}) as up_to_limit`;
  return [{ text }, [...values]];
}

/** Counts by an index. `materialized` makes the planner plan for all matches; the limit stops it. */
function countFound({ from, where, values }: FilteredQuestion): Question {
  const text = `with matching as materialized (select from ${from} ${clause(where)})
    select count(*)::int as counted from (select from matching limit ${LIMITS.page.counted + 1}) as up_to_limit`;
  return [{ text }, [...values]];
}

function behind({
  from,
  sort,
  after,
  values,
  range,
}: Pick<FilteredQuestion, 'from' | 'sort' | 'after' | 'values' | 'range'>): string {
  const isAfter = after === null ? [] : [isAfterCursor(sort, (index) => `$${values.length + 1 + index}`)];
  return `${from} ${clause([...(range?.where ?? []), ...isAfter])}`;
}

function order(sort: readonly SortKey[]): string {
  return sort.map(({ sql, descending }) => `${sql} ${descending ? 'desc' : 'asc'}`).join(', ');
}

function sortName(index: number): string {
  return `sort_${index + 1}`;
}
