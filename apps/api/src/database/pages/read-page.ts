import { LIMITS, type PageDto } from '@groupless/shared-dto';
import { decodeCursor, encodeCursor, invalidCursor, listFingerprint } from '../../platform/http/cursor';
import type { JsonText } from '../../platform/http/json-text';
import { countStatement, pageStatement, type SortKey } from './page-statements';
import type { Statements, Value } from '../statements/statements';
import { isDataException } from '../violations';

/** A keyset-paginated list with its sort and filters. */
export interface List {
  /** Part of the cursor's fingerprint, so that a cursor of another list is refused. */
  name: string;
  /** An SQL expression for the JSON of a row. */
  row: string;
  from: string;
  /** Conditions over `values`, as $1, $2 and so on. */
  where: readonly string[];
  values: readonly Value[];
  /** What a cursor belongs to, where that is not these conditions and values. */
  asked?: object;
  sort: readonly SortKey[];
  /** Whether it is mostly empty or fits on a page: then it needs no count. */
  is_short?: boolean;
  /** The row of `row_counts` with the total without filters, if triggers keep it. */
  kept_count?: string;
}

export interface PageInput {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * One page of a list.
 * @returns a `PageDto` as JSON
 * @throws AppError `invalid_cursor`
 */
export async function readPage(
  statements: Statements,
  list: List,
  { limit, cursor }: PageInput,
): Promise<JsonText> {
  const fingerprint = fingerprintOf(list);
  const kinds = list.sort.map(({ kind }) => kind);
  const after = cursor === undefined ? null : decodeCursor(cursor, fingerprint, kinds);
  const question = { ...list, after, limit: limit ?? LIMITS.page.default };
  const reading = statements
    .read<{ row: JsonText; keys: string[] }>(...pageStatement(question))
    .catch(asInvalidCursor(after));
  const count = async () =>
    (await statements.readOne<{ counted: number }>(...countStatement(question))).counted;
  const isWhole = list.is_short === true && after === null && (await reading).length <= question.limit;
  const [found, counted] = await Promise.all([reading, isWhole ? (await reading).length : count()]);
  return toPageText({ found, counted, limit: question.limit, fingerprint });
}

/** The same as a value, for lists that are read so rarely that parsing them costs nothing. */
export async function readPageOf<Row>(
  statements: Statements,
  list: List,
  page: PageInput,
): Promise<PageDto<Row>> {
  return JSON.parse(await readPage(statements, list, page)) as PageDto<Row>;
}

/** What a cursor of the list is known by. */
export function fingerprintOf({ name, where, values, asked = [where, values], sort }: List): string {
  return listFingerprint([name, asked, sort]);
}

/** A forged cursor can hold well-formed but invalid keys, such as the 41st of a month. */
export function asInvalidCursor(after: readonly string[] | null): (error: unknown) => never {
  return (error) => {
    throw after !== null && isDataException(error) ? invalidCursor() : error;
  };
}

interface Found<Row> {
  /** The rows of the page, and one more if there is a next page. */
  found: readonly { row: Row; keys: readonly string[] }[];
  /** Up to the counting limit. */
  counted: number;
  limit: number;
  fingerprint: string;
}

export function toPage<Row>({ found, counted, limit, fingerprint }: Found<Row>): PageDto<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = found.length > rows.length && last !== undefined;
  return {
    items: rows.map(({ row }) => row),
    next_cursor: hasNext ? encodeCursor(fingerprint, last.keys) : null,
    total: Math.min(counted, LIMITS.page.counted),
    total_is_exact: counted <= LIMITS.page.counted,
  };
}

/** The same around rows that are JSON already. */
export function toPageText(found: Found<JsonText>): JsonText {
  const { items, ...rest } = toPage(found);
  return `{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}` as JsonText;
}
