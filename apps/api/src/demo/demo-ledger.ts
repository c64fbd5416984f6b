import type { Client } from 'pg';

/** How many rows each part has put in so far. */
type Filled = Record<string, number>;

const KEY = 'demo.filled';

const READ = 'select value from assistant_state where key = $1';

const WRITE = `
  insert into assistant_state (key, value, category) values ($1, $2, 'demo')
  on conflict (key) do update set value = excluded.value, updated_at = now()`;

/**
 * What the demo has put into a database, kept there as an entry of the state. It is written together with the
 * rows, so that a run can stop anywhere and the next one goes on; and what somebody renamed or removed since
 * does not come back.
 */
export class DemoLedger {
  constructor(private readonly memory: Client) {}

  async rowsOf(part: string): Promise<number | null> {
    return (await this.read())[part] ?? null;
  }

  /** Runs the work and notes its rows, both or neither. */
  async fill(part: string, work: () => Promise<number>): Promise<number> {
    await this.memory.query('begin');
    try {
      const added = await work();
      const filled = await this.read();
      const total = (filled[part] ?? 0) + added;
      await this.memory.query(WRITE, [KEY, JSON.stringify({ ...filled, [part]: total })]);
      await this.memory.query('commit');
      return added;
    } catch (error) {
      await this.memory.query('rollback');
      throw error;
    }
  }

  private async read(): Promise<Filled> {
    const { rows } = await this.memory.query<{ value: string }>(READ, [KEY]);
    return rows[0] === undefined ? {} : toFilled(rows[0].value);
  }
}

/** Somebody may have written something else there. */
function toFilled(value: string): Filled {
  try {
    return JSON.parse(value) as Filled;
  } catch {
    return {};
  }
}
