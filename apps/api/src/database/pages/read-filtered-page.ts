import { LIMITS } from '@groupless/shared-dto';
import { decodeCursor, listFingerprint } from '../../shared/http/cursor';
import type { JsonText } from '../../shared/http/json-text';
import { allOf, clause, isBehind, pageStatement, type PageQuestion, type SortKey } from './page-statements';
import { toPage, asInvalidCursor, type List, type PageInput } from './read-page';
import type { Statement, Statements, Value } from '../statements/statements';

/**
 * A list of a large table whose conditions may match few of its rows or nearly all. `where` is asked of indexes
 * to find the matching rows; `matches` says the same of a row at hand, at little cost.
 */
export interface FilteredList extends List {
  /** At least one. */
  matches: readonly string[];
  /** What `matches` reads. */
  columns: readonly string[];
  /** Whether the index of the sort holds these too. */
  is_covered?: boolean;
  /**
   * Conditions on the first key of the sort, which are among the others too: a walk looks at no row outside of them. Their
   * values are the first of all.
   */
  range?: { where: readonly string[]; values: number };
}

type Question = [Statement, Value[]];
interface FoundRow {
  row: JsonText;
  keys: string[];
}

/**
 * Rows that are looked at one by one in the order of the sort, before the matching ones are looked up and sorted: a
 * few at first, and many where too many match to sort them. Those in an index alone cost a tenth,
 * as long as the table has been vacuumed.
 */
const WALKED = { at_first: 1_000, at_most: 10_000, at_most_covered: 50_000 };

/** About as many rows, of pages at random, show how large a share of the table matches. */
const SAMPLED = 2_000;

/** From this share on, reading the table from its beginning soon has counted enough. */
const LARGE_SHARE = 0.25;

/** As many rows as that may take, and as many again where the table is not as mixed as the sample. */
const READ_THROUGH = (2 * LIMITS.page.counted) / LARGE_SHARE;

/**
 * One page of such a list, at a cost that does not grow with the table: if many rows match, the next ones in the
 * order of the sort soon fill the page; if few do, they are found by their indexes and sorted. Which of the two
 * it is shows itself, by walking a bounded way and by counting, and is left to no estimate.
 * @returns a `PageDto` as JSON
 * @throws AppError `invalid_cursor`
 */
export async function readFilteredPage(
  statements: Statements,
  list: FilteredList,
  { limit = LIMITS.page.default, cursor }: PageInput,
): Promise<JsonText> {
  const fingerprint = listFingerprint([list.name, list.where, list.values, list.sort]);
  const kinds = list.sort.map(({ kind }) => kind);
  const after = cursor === undefined ? null : decodeCursor(cursor, fingerprint, kinds);
  const question = { ...list, after, limit };
  const [counted, near] = await Promise.all([
    count(statements, question),
    findNear(statements, question, WALKED.at_first).catch(asInvalidCursor(after)),
  ]);
  const found = near ?? (await findFar(statements, question, counted));
  return toPage({ found, counted, limit, fingerprint });
}

type FilteredQuestion = FilteredList & PageQuestion;

async function findFar(
  statements: Statements,
  question: FilteredQuestion,
  counted: number,
): Promise<FoundRow[]> {
  const areMany = counted > LIMITS.page.counted;
  const atMost = question.is_covered === true ? WALKED.at_most_covered : WALKED.at_most;
  const near = areMany ? await findNear(statements, question, atMost) : null;
  return near ?? statements.read<FoundRow>(...lookUp(question));
}

/** The page, if it is within so many rows; else null. */
async function findNear(
  statements: Statements,
  question: FilteredQuestion,
  walked: number,
): Promise<FoundRow[] | null> {
  const found = await statements.read<FoundRow>(...walk(question, walked));
  if (found.length > question.limit) return found;
  const beyond = await statements.read(...endOfWalk(question, walked));
  return beyond.length === 0 ? found : null;
}

/** Looks at a bounded number of rows in the order of the sort, and at all columns only of those that are found. */
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

/** The row that such a walk ends at; none if it comes to the end of the table. */
function endOfWalk({ from, sort, after, range, values: all }: FilteredQuestion, walked: number): Question {
  const values = all.slice(0, range?.values ?? 0);
  const text = `select 1 from ${behind({ from, sort, after, range, values })}
    order by ${order(sort)} offset ${walked - 1} limit 1`;
  return [{ text }, [...values, ...(after ?? [])]];
}

/** Finds all that match, then sorts. `offset 0` keeps the sort from choosing how they are found. */
function lookUp({ from, where, ...question }: PageQuestion): Question {
  const matching = `(select * from ${from} ${clause(where)} offset 0) as ${from}`;
  return pageStatement({ ...question, from: matching, where: [] });
}

/** As far as a list says its size. */
async function count(statements: Statements, question: FilteredQuestion): Promise<number> {
  const { share } = await statements.readOne<{ share: number }>(...shareInSample(question));
  if (share >= LARGE_SHARE) {
    const { counted } = await statements.readOne<{ counted: number }>(...countFromBeginning(question));
    if (counted > LIMITS.page.counted) return counted;
  }
  return (await statements.readOne<{ counted: number }>(...countFound(question))).counted;
}

/** A table that was never analysed is read from its beginning instead. */
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

/** Else by an index: planned as if all were wanted, and stopped at the limit. */
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
  const isAfter = after === null ? [] : [isBehind(sort, (index) => `$${values.length + 1 + index}`)];
  return `${from} ${clause([...(range?.where ?? []), ...isAfter])}`;
}

function order(sort: readonly SortKey[]): string {
  return sort.map(({ sql, descending }) => `${sql} ${descending ? 'desc' : 'asc'}`).join(', ');
}

function sortName(index: number): string {
  return `sort_${index + 1}`;
}
