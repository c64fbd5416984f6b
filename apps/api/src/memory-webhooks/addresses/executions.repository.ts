import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { DataSource, LessThan, Repository } from 'typeorm';
import { PanelStatements } from '../../database/database.module';
import { removeInParts, removePartBefore } from '../../database/statements/remove-in-parts';
import { newId } from '../../shared/new-id';
import { Retention } from '../../shared/retention';
import type { CallBatch } from './call-buffer';
import { Execution } from './execution.entity';
import { HourlyCalls } from './hourly-calls.entity';

export interface CallCounts {
  workflow_path: string;
  calls_24h: number;
  errors_24h: number;
  last_called_at: Date | null;
}

/** Sorted by key, so that concurrent processes do not deadlock. */
const ADD_TO_HOURS = `
  insert into workflow_hours (workflow_path, hour, calls, errors)
  select workflow_path, hour, calls, errors from json_populate_recordset(null::workflow_hours, $1)
  order by workflow_path, hour
  on conflict (workflow_path, hour) do update
    set calls = workflow_hours.calls + excluded.calls, errors = workflow_hours.errors + excluded.errors`;

const INSERT_EXECUTIONS = `
  insert into workflow_executions (id, workflow_path, called_at, status, duration_ms, error_code)
  select id, workflow_path, called_at, status, duration_ms, error_code
  from json_populate_recordset(null::workflow_executions, $1)`;

const FORGET_EXECUTIONS = `
  delete from workflow_executions as old using workflows
  where old.workflow_path = path and (old.called_at, old.id) < (
    select called_at, id from workflow_executions where workflow_path = path
    order by called_at desc, id desc offset ${LIMITS.executions - 1} limit 1)`;

const COUNT_CALLS = {
  name: 'count_calls',
  text: `
    select path as workflow_path,
           coalesce(sum(calls), 0)::int as calls_24h,
           coalesce(sum(errors), 0)::int as errors_24h,
           (select max(called_at) from workflow_executions where workflow_path = path) as last_called_at
    from workflows left join workflow_hours on workflow_path = path and hour > $1
    group by path`,
};

@Injectable()
export class ExecutionsRepository {
  constructor(
    private readonly panel: PanelStatements,
    @InjectDataSource() private readonly dataSource: DataSource,
    @InjectRepository(Execution) private readonly executions: Repository<Execution>,
    @InjectRepository(HourlyCalls) private readonly hours: Repository<HourlyCalls>,
  ) {}

  /** The last calls of a webhook, newest first. */
  listExecutions(workflow_path: string): Promise<Execution[]> {
    return this.executions.find({
      where: { workflow_path },
      order: { called_at: 'DESC', id: 'DESC' },
      take: LIMITS.executions,
    });
  }

  /** The calls of each webhook in the hours that began after an instant. */
  countCalls(after: Date): Promise<CallCounts[]> {
    return this.panel.run<CallCounts>(COUNT_CALLS, [after]);
  }

  /** Removes older calls, and the counts of older hours: a row for each webhook and hour. */
  @Retention({ what: 'executions of workflows', days: ({ execution_retention_days: days }) => days })
  async removeBefore(before: Date): Promise<void> {
    await removeInParts(() => removePartBefore(this.executions, ['id', 'called_at'], before));
    await this.hours.delete({ hour: LessThan(before) });
  }

  /** Writes a batch, and deletes calls that are no longer shown. */
  async addCalls({ latest, hours }: CallBatch): Promise<void> {
    const executions = latest.map((call) => ({ id: newId(call.called_at), ...call }));
    await this.dataSource.transaction(async (transaction) => {
      await transaction.query(ADD_TO_HOURS, [JSON.stringify(hours)]);
      await transaction.query(INSERT_EXECUTIONS, [JSON.stringify(executions)]);
      await transaction.query(FORGET_EXECUTIONS);
    });
  }
}
