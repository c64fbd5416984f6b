import type { Client } from 'pg';
import type { DatabaseName } from '../../database/data-source-options';

const CREATE = 'create table if not exists demo_filled (part text primary key, rows integer not null)';

const READ = 'select rows from demo_filled where part = $1';

const WRITE = `
  insert into demo_filled as known (part, rows) values ($1, $2)
  on conflict (part) do update set rows = known.rows + excluded.rows`;

export type DemoLedgers = Record<DatabaseName, DemoLedger>;

/**
 * What the demo has put into a database, kept there in a table of its own that nothing else looks at. It is
 * written together with the rows, so that a run can stop anywhere and the next one goes on; and what somebody
 * renamed or removed since does not come back.
 */
export class DemoLedger {
  private constructor(readonly database: Client) {}

  static async open(database: Client): Promise<DemoLedger> {
    await database.query(CREATE);
    return new DemoLedger(database);
  }

  async rowsOf(part: string): Promise<number | null> {
    const { rows } = await this.database.query<{ rows: number }>(READ, [part]);
    return rows[0]?.rows ?? null;
  }

  /** Runs the work and notes its rows, both or neither. */
  async fill(part: string, work: () => Promise<number>): Promise<number> {
    await this.database.query('begin');
    try {
      const added = await work();
      await this.database.query(WRITE, [part, added]);
      await this.database.query('commit');
      return added;
    } catch (error) {
      await this.database.query('rollback');
      throw error;
    }
  }
}
