import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { BatchedStatements } from './batched-statements';
import { endReadOnlyConnections } from './read-only-connections';
import { keepContextOfCallers } from './record-statements';
import { keepPrepared, poolOf, queryOf, type Statement, type Value } from './run-in';
import type { Replica } from '../replica';

export type { Statement, Value };

const BEGIN_LONG = `begin read only; set local statement_timeout = '10min'`;
/** A little longer than the server's own limit. */
const LONGEST_MS = 601_000;

/**
 * The log position (LSN) up to which everything is committed: what is flushed, or inserted if commits do not wait for
 * the flush.
 */
const POSITION = {
  name: 'primary_position',
  text: `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
                 else pg_current_wal_flush_lsn() end)::text as position`,
};

function ignore(): void {
  // The next statement reports it.
}

/**
 * Runs prepared statements directly on a data source's pool, past the ORM, for hot paths. A statement is parsed and
 * planned once a connection.
 */
export class Statements {
  /** Counts reads that may go to a replica, by the server that answered. */
  readonly reads = { replica: 0, primary: 0 };
  private readonly pool: Pool;
  private readonly positions = new BatchedStatements<null, string>({
    runTogether: async (callers) => {
      const position = await this.position();
      return callers.map(() => position);
    },
    runAlone: () => this.position(),
    maxRunning: 2,
  });

  constructor(
    dataSource: DataSource,
    private readonly prepared: boolean,
    private readonly replica: Replica | null = null,
  ) {
    this.pool = poolOf(dataSource);
    if (prepared) keepPrepared(dataSource);
    keepContextOfCallers(this.pool);
    endReadOnlyConnections(this.pool);
  }

  async run<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await this.pool.query<Row>(queryOf(statement, values, this.prepared))).rows;
  }

  /** The same for a read: an up-to-date replica may answer it. */
  async read<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    if (this.replica === null) return this.run<Row>(statement, values);
    const query = queryOf(statement, values, this.prepared);
    const rows = await this.replica.read<Row>(query, () => this.positions.call(null));
    this.reads[rows === null ? 'primary' : 'replica']++;
    return rows ?? this.run<Row>(statement, values);
  }

  /** The first row of a read that always returns one. */
  async readOne<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row> {
    return firstOf(await this.read<Row>(statement, values), statement);
  }

  /** Like `run()`, for a slow read-only statement: its time limit is ten minutes. */
  async runLong<Row extends object>({ text }: Statement, values: readonly Value[]): Promise<Row[]> {
    const client = await this.pool.connect();
    // The next statement reports a broken connection.
    client.on('error', ignore);
    try {
      await client.query(BEGIN_LONG);
      // The types of pg lack the time limit of a single query.
      const query = { text, values: [...values], query_timeout: LONGEST_MS };
      const { rows } = await client.query<Row>(query);
      await client.query('commit');
      client.off('error', ignore);
      client.release();
      return rows;
    } catch (error) {
      // Closes the connection, which rolls the transaction back.
      client.release(true);
      throw error;
    }
  }

  /** The first row of a statement that always returns one. */
  async one<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row> {
    return firstOf(await this.run<Row>(statement, values), statement);
  }

  /** The current use of the pool. */
  poolUse(): { total: number; idle: number; waiting: number; max: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting, options } = this.pool;
    return { total, idle, waiting, max: options.max };
  }

  private async position(): Promise<string> {
    return (await this.one<{ position: string }>(POSITION, [])).position;
  }
}

function firstOf<Row>([row]: Row[], { name, text }: Statement): Row {
  if (row === undefined) throw new Error(`The statement ${name ?? text} answered no row.`);
  return row;
}
