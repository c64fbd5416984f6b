import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** One SQL statement, with the name under which a connection keeps it prepared if it is always the same. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export type Value =
  string | number | boolean | Date | Buffer | null | readonly (string | null)[] | readonly (number | null)[];

/** The data sources whose connections keep statements prepared. */
const preparing = new WeakSet<DataSource>();

export function keepPrepared(dataSource: DataSource): void {
  preparing.add(dataSource);
}

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/**
 * Runs a statement in an open transaction of the ORM, or on the pool where there is none. It is prepared like those of
 * `Statements`: the ORM's own are parsed and planned each time, which in a short transaction is half of the work.
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
