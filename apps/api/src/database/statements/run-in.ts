import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** One SQL statement. If its text never changes it has a name, under which connections keep it prepared. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export type Value =
  string | number | boolean | Date | Buffer | null | readonly (string | null)[] | readonly (number | null)[];

/** The data sources that use prepared statements. */
const preparing = new WeakSet<DataSource>();

export function keepPrepared(dataSource: DataSource): void {
  preparing.add(dataSource);
}

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/**
 * Runs a prepared statement in an open transaction of the ORM, or on the pool if there is none. The ORM's own
 * statements are parsed and planned each time, which is half of the work in a short transaction.
 */
export async function runIn<Row extends object>(
  { dataSource, queryRunner }: EntityManager,
  statement: Statement,
  values: readonly Value[],
): Promise<Row[]> {
  const query = queryOf(statement, values, preparing.has(dataSource));
  const connection =
    queryRunner === undefined ? poolOf(dataSource) : ((await queryRunner.connect()) as ClientBase);
  return (await connection.query<Row>(query)).rows;
}

export function queryOf(
  { name, text }: Statement,
  values: readonly Value[],
  isPrepared: boolean,
): QueryConfig {
  return { text, values: [...values], ...(isPrepared && name !== undefined ? { name } : {}) };
}
