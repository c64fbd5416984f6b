import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** One SQL statement, with the name under which a connection keeps it prepared if it is always the same. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export type Value = string | number | boolean | Date | null | readonly string[] | readonly number[];

/**
 * Runs single statements past the ORM, straight on a data source's pool: for the paths where an
 * assistant waits. A statement is parsed and planned once a connection.
 */
export class Statements {
  private readonly pool: Pool;

  constructor(
    data_source: DataSource,
    private readonly prepared: boolean,
  ) {
    this.pool = (data_source.driver as unknown as { master: Pool }).master;
  }

  async run<Row extends object>({ name, text }: Statement, values: readonly Value[]): Promise<Row[]> {
    const query = { text, values: [...values], ...(this.prepared && name !== undefined ? { name } : {}) };
    return (await this.pool.query<Row>(query)).rows;
  }

  /** The first row, for statements that always answer one. */
  async one<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row> {
    const [row] = await this.run<Row>(statement, values);
    if (row === undefined)
      throw new Error(`The statement ${statement.name ?? statement.text} answered no row.`);
    return row;
  }
}
