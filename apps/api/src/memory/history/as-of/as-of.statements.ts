import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { PageInput } from '../../../database/pages/read-page';
import type { Value } from '../../../database/statements/statements';

export type AsOfPage = PageInput & { as_of?: string | undefined };

const TABLES = /\bassistant_(?:sessions|state|tasks|projects|people|decisions)\b/g;

/**
 * Rewrites a statement to read the tables at a time, which becomes its last parameter. Each table has a function
 * `<table>_as_of(timestamptz)`.
 * @param moment null: the present tables
 */
export function asOf(text: string, values: readonly Value[], moment: Date | null): [string, Value[]] {
  if (moment === null) return [text, [...values]];
  return [text.replaceAll(TABLES, `$&_as_of($${values.length + 1}::timestamptz)`), [...values, moment]];
}

/** Selects entities at a time; undefined: the present ones. */
export function entitiesAsOf<Row extends ObjectLiteral>(
  rows: Repository<Row>,
  alias: string,
  moment: string | undefined,
): SelectQueryBuilder<Row> {
  const query = rows.createQueryBuilder(alias);
  const { mainAlias } = query.expressionMap;
  if (moment === undefined || mainAlias === undefined) return query;
  mainAlias.subQuery = `${rows.metadata.tableName}_as_of(:as_of::timestamptz)`;
  return query.setParameter('as_of', moment);
}
