import type { Pool, QueryConfig } from 'pg';
import type { DataSource } from 'typeorm';

/** One SQL statement, with the name under which a connection keeps it prepared if it is always the same. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export type Value =
  string | number | boolean | Date | Buffer | null | readonly (string | null)[] | readonly (number | null)[];

const BEGIN_LONG = `begin read only; set local statement_timeout = '10min'`;
/** The client gives up a little after the server should have. */
const LONGEST_MS = 601_000;

function ignore(): void {
  // The statement that follows fails.
}

/**
 * Runs single statements past the ORM, straight on a data source's pool: for the paths where an
 * assistant waits. A statement is parsed and planned once a connection.
 */
export class Statements {
  private readonly pool: Pool;

  constructor(
    dataSource: DataSource,
    private readonly prepared: boolean,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  async run<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await this.pool.query<Row>(this.queryOf(statement, values))).rows;
  }

  /** The same for a statement that may take far longer than others, up to ten minutes. */
  async runLong<Row extends object>({ text }: Statement, values: readonly Value[]): Promise<Row[]> {
    const client = await this.pool.connect();
    // A connection that breaks between two statements says so in the next one.
    client.on('error', ignore);
    try {
      await client.query(BEGIN_LONG);
      // The types of pg do not know that a query may have a time limit of its own.
      const query = { text, values: [...values], query_timeout: LONGEST_MS };
      const { rows } = await client.query<Row>(query);
      await client.query('commit');
      client.off('error', ignore);
      client.release();
      return rows;
    } catch (error) {
      // Ends the transaction too, whatever state it is in.
      client.release(true);
      throw error;
    }
  }

  /** The first row, for statements that always answer one. */
  async one<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row> {
    return firstOf(await this.run<Row>(statement, values), statement);
  }

  /** How the connections are used just now. */
  poolUse(): { total: number; idle: number; waiting: number; max: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting, options } = this.pool;
    return { total, idle, waiting, max: options.max };
  }

  private queryOf({ name, text }: Statement, values: readonly Value[]): QueryConfig {
    return { text, values: [...values], ...(this.prepared && name !== undefined ? { name } : {}) };
  }
}

function firstOf<Row>([row]: Row[], { name, text }: Statement): Row {
  if (row === undefined) throw new Error(`The statement ${name ?? text} answered no row.`);
  return row;
}
