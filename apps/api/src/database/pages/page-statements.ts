import { LIMITS } from '@groupless/shared-dto';
import { listFingerprint, type KeyKind } from '../../platform/http/cursor';
import type { Statement, Value } from '../statements/statements';

/** A sort key of a keyset-paginated list. The last key of a sort must be unique, or pages would lose rows. */
export interface SortKey {
  /** An expression that is never null. */
  sql: string;
  kind: KeyKind;
  descending: boolean;
}

export interface PageQuestion {
  /** An SQL expression for the JSON of a row. */
  row: string;
  from: string;
  /** Conditions over `values`, as $1, $2 and so on. */
  where: readonly string[];
  values: readonly Value[];
  sort: readonly SortKey[];
  kept_count?: string;
  /** The sort keys of the row before the page; null for the first page. */
  after: readonly string[] | null;
  limit: number;
}

type Question = [Statement, Value[]];

const TYPES: Record<KeyKind, string> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'double precision',
  time: 'timestamptz',
  uuid: 'uuid',
};

/** Reads one row more than the page holds, to know whether there is a next page. */
export function pageStatement({ row, from, where, values, sort, after, limit }: PageQuestion): Question {
  const allValues = [...values, ...(after ?? [])];
  const conditions =
    after === null ? where : [...where, isAfterCursor(sort, (index) => `$${values.length + 1 + index}`)];
  const order = sort.map(({ sql, descending }) => `${sql} ${descending ? 'desc' : 'asc'}`);
  const keys = sort.map(({ sql }) => `(${sql})::text`);
  const text = `select ${row} as row, array[${keys.join(', ')}] as keys from ${from} ${clause(conditions)}
    order by ${order.join(', ')} limit ${limit + 1}`;
  // Without filters there are few texts, which are asked for over and over: planning them takes as long as reading them.
  const isUsual = where.length === 0 && values.length === 0 && limit % LIMITS.page.default === 0;
  return [{ text, ...(isUsual ? { name: `page_${listFingerprint([text])}` } : {}) }, allValues];
}

const KEPT_COUNT = {
  name: 'kept_count',
  text: 'select coalesce(sum(count), 0)::int as counted from row_counts where name = $1',
};

/** Counts up to the limit of a list's total, or reads a count that triggers keep. */
export function countStatement({ from, where, values, kept_count }: PageQuestion): Question {
  if (where.length === 0 && kept_count !== undefined) return [KEPT_COUNT, [kept_count]];
  const text = `select count(*)::int as counted
    from (select from ${from} ${clause(where)} limit ${LIMITS.page.counted + 1}) as up_to_limit`;
  return [{ text }, [...values]];
}

export function clause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${allOf(conditions)}`;
}

export function allOf(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(' and ');
}

/**
 * A condition: the row comes after the cursor, whose keys are the parameters. Keys of one direction are compared as a
 * row, which an index answers. Mixed directions are compared key by key, with the first as a bound for the index.
 */
export function isAfterCursor(sort: readonly SortKey[], parameterOf: (index: number) => string): string {
  const parameters = sort.map(({ kind }, index) => `${parameterOf(index)}::${TYPES[kind]}`);
  const [leading] = sort;
  if (leading === undefined) return 'true';
  if (sort.every(({ descending }) => descending === leading.descending)) {
    const operator = leading.descending ? '<' : '>';
    return `(${sort.map(({ sql }) => sql).join(', ')}) ${operator} (${parameters.join(', ')})`;
  }
  const after = sort.reduceRight((rest, { sql, descending }, index) => {
    const operator = descending ? '<' : '>';
    return `${sql} ${operator} ${parameters[index]} or (${sql} = ${parameters[index]} and (${rest}))`;
  }, 'false');
  return `${leading.sql} ${leading.descending ? '<=' : '>='} ${parameters[0]} and (${after})`;
}
