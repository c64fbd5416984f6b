import type { Client } from 'pg';
import type { DatabaseName } from '../../database/data-source-options';
import { digestOf, tableOf } from './demo-tables';

/** `demo_filled` counts the rows of a part; `demo_rows` lists each row, for the removal. */
const CREATE = [
  'create table if not exists demo_filled (part text primary key, rows integer not null)',
  `create table if not exists demo_rows (
     part text not null, id text not null, digest text not null, primary key (part, id))`,
];

const READ = 'select rows from demo_filled where part = $1';

const WRITE = `
  insert into demo_filled as known (part, rows) values ($1, $2)
  on conflict (part) do update set rows = known.rows + excluded.rows`;

export type DemoLedgers = Record<DatabaseName, DemoLedger>;

/**
 * The list of rows that the demo has inserted, in tables of the same database. It is written in the same transaction as
 * the rows, so a run can stop anywhere and the next one resumes, and rows that somebody renamed or removed are not
 * inserted again.
 */
export class DemoLedger {
  private constructor(readonly database: Client) {}

  static async open(database: Client): Promise<DemoLedger> {
    for (const statement of CREATE) await database.query(statement);
    return new DemoLedger(database);
  }

  async rowsOf(part: string): Promise<number | null> {
    const { rows } = await this.database.query<{ rows: number }>(READ, [part]);
    return rows[0]?.rows ?? null;
  }

  /**
   * Inserts rows and lists them, in one transaction.
   * @param insert returns the rows' ids
   * @param count the number to add; by default the inserted rows
   */
  async fill(part: string, insert: string, values: unknown[], count?: number): Promise<number> {
    const table = tableOf(part);
    const note = `
      insert into demo_rows (part, id, digest)
      select $1, made.id::text, ${digestOf(table)} from ${table.table} as made where made.id = any ($2)`;
    return this.transact(async () => {
      const { rows } = await this.database.query<{ id: string }>(insert, values);
      await this.database.query(note, [part, rows.map(({ id }) => id)]);
      await this.database.query(WRITE, [part, count ?? rows.length]);
      return count ?? rows.length;
    });
  }

  async transact<T>(work: () => Promise<T>): Promise<T> {
    await this.database.query('begin');
    try {
      const result = await work();
      await this.database.query('commit');
      return result;
    } catch (error) {
      await this.database.query('rollback');
      throw error;
    }
  }
}
