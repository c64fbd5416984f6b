import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import type { IDatabase } from './boss';
import { poolOf } from '../database/statements/run-in';
import type { Transaction } from '../database/transaction';

export interface JobCounts {
  name: string;
  waiting: number;
  active: number;
  failed_24h: number;
  last_at: Date | null;
  last_error: string | null;
  last_result: string | null;
  /** When the next one of those that wait is due. */
  due_at: Date | null;
}

/** A try of a job that ended with an error. */
export interface JobFault {
  words: string | null;
  at: Date;
}

/** Each part is answered by an index of the engine. */
const COUNTS = `
  select known.name,
    (select count(*)::int from jobs.job where name = known.name and state in ('created', 'retry')) as waiting,
    (select count(*)::int from jobs.job where name = known.name and state = 'active') as active,
    (select count(*)::int from jobs.job
     where name = known.name and state = 'failed' and completed_on > now() - interval '1 day') as failed_24h,
    (select max(completed_on) from jobs.job where name = known.name and completed_on is not null) as last_at,
    (select output ->> 'message' from jobs.job
     where name = known.name and state in ('retry', 'failed') and output is not null
     order by coalesce(completed_on, started_on) desc limit 1) as last_error,
    (select output ->> 'message' from jobs.job
     where name = known.name and state = 'completed' and completed_on is not null
     order by completed_on desc limit 1) as last_result,
    (select min(start_after) from jobs.job where name = known.name and state in ('created', 'retry')) as due_at
  from unnest($1::text[]) as known (name)`;

const FAILED = `
  select id from jobs.job where name = $1 and state = 'failed' and completed_on > now() - interval '1 day'
  order by completed_on limit 1000`;

const LIST_FAULTS = `
  select output ->> 'message' as words, coalesce(completed_on, started_on) as at from jobs.job
  where name = $1 and state in ('retry', 'failed') and output is not null and coalesce(completed_on, started_on) > $2
  order by 2 limit 10`;

const BRING_FORWARD = `
  update jobs.job set start_after = now() where name = $1 and state in ('created', 'retry') and start_after > now()`;

/** The engine's way into the panel database, and what the engine itself does not tell. */
@Injectable()
export class JobsRepository {
  /**
   * The pool of the panel database, with its time limits and through its pooler. The engine sends whole transactions as one
   * text. The pool closes the connection of one that fails, since it would keep the aborted transaction.
   */
  readonly pooled: IDatabase = {
    executeSql: (text, values) => poolOf(this.panel).query<object>(text, values),
  };

  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** What the engine writes by it is committed with the transaction. */
  within({ queryRunner }: Transaction): IDatabase {
    if (queryRunner === undefined) throw new Error('There is no open transaction.');
    return {
      executeSql: async (text, values) =>
        ((await queryRunner.connect()) as ClientBase).query<object>(text, values),
    };
  }

  listCounts(names: readonly string[]): Promise<JobCounts[]> {
    return this.panel.query<JobCounts[]>(COUNTS, [names]);
  }

  /** At most 1,000, the oldest first. */
  async listFailed(name: string): Promise<string[]> {
    return (await this.panel.query<{ id: string }[]>(FAILED, [name])).map(({ id }) => id);
  }

  /** What went wrong since then, tried again or not; a few, the oldest first. */
  listFaults(name: string, since: Date): Promise<JobFault[]> {
    return this.panel.query<JobFault[]>(LIST_FAULTS, [name, since]);
  }

  /** What waits for its time is due now. */
  async bringForward(name: string): Promise<void> {
    await this.panel.query(BRING_FORWARD, [name]);
  }
}
