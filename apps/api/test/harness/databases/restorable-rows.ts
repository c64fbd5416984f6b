import type { DatabaseError, Pool, PoolClient } from 'pg';
import { eventually } from '../data/times';

/** An SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03';

/** An application makes the queues of its jobs once. */
const QUEUES = 'jobs.queue';

interface StoredTable {
  table: string;
  columns: string;
  rows: string;
}

/** What is in a database's tables now, to go back to it between two files of tests. */
export class RestorableRows {
  private constructor(
    private readonly database: Pool,
    private readonly tables: readonly string[],
    private readonly stored: readonly StoredTable[],
  ) {}

  static async of(database: Pool): Promise<RestorableRows> {
    const { rows } = await database.query<{ table: string; columns: string }>(
      `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ') as columns
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relkind = 'r' and attnum > 0 and attgenerated = '' and not attisdropped
         and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
         and attrelid <> coalesce(to_regclass($1), 0)
       group by attrelid`,
      [QUEUES],
    );
    const filled = await filledOf(
      database,
      rows.map(({ table }) => table),
    );
    const stored = rows
      .filter(({ table }) => filled.includes(table))
      .map(async ({ table, columns }) => {
        const { rows: found } = await database.query<{ rows: string }>(
          `select json_agg(row)::text as rows from ${table} as row`,
        );
        return { table, columns, rows: found[0]?.rows ?? '[]' };
      });
    return new RestorableRows(
      database,
      rows.map(({ table }) => table),
      await Promise.all(stored),
    );
  }

  /** Without triggers, which would note it as changes. Sequences go on, so that no id comes twice. */
  async restore(): Promise<void> {
    const client = await this.database.connect();
    try {
      await eventually(() => this.lock(client));
      for (const table of await filledOf(client, this.tables)) await client.query(`delete from ${table}`);
      for (const { table, columns, rows } of this.stored)
        await client.query(
          `insert into ${table} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${table}, $1)`,
          [rows],
        );
      await client.query('commit');
    } finally {
      client.release(true);
    }
  }

  /**
   * Begins with all tables locked. It waits for none while it has others: a statement that the application still runs may have
   * that one, and wait for these.
   * @returns false: some are in use
   */
  private async lock(client: PoolClient): Promise<boolean> {
    await client.query('begin; set local session_replication_role = replica');
    try {
      await client.query(`lock table ${this.tables.join(', ')} in exclusive mode nowait`);
      return true;
    } catch (error) {
      await client.query('rollback');
      if ((error as DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
      return false;
    }
  }
}

async function filledOf(database: Pool | PoolClient, tables: readonly string[]): Promise<string[]> {
  const questions = tables.map((table) => `select '${table}' as table where exists (select from ${table})`);
  const { rows } = await database.query<{ table: string }>(questions.join(' union all '));
  return rows.map(({ table }) => table);
}
