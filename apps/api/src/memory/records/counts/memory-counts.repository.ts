import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import type { Days } from '../../../shared/days';
import { PROJECT_CHATS } from '../../readers/reader';

const MESSAGES_BY_DAY = {
  name: 'messages_by_day',
  text: `
  select date, written.*
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as days (date, begins, ends)
  cross join lateral (
    select count(*) filter (where role = 'user')::int as "user",
           count(*) filter (where role = 'assistant')::int as assistant,
           count(*) filter (where role = 'operator')::int as operator
    from chat_history where timestamp >= begins and timestamp < ends and not starts_with(chat_id, '${PROJECT_CHATS}')
  ) as written
  order by date`,
};

/** Those of private projects are no figure of the team. */
const completed = (condition: string) =>
  `(select count(*)::int from assistant_tasks where status = 'completed' and private_to is null and ${condition})`;

const TASKS = {
  name: 'task_counts',
  text: `
  select
    (select count(*)::int from assistant_tasks where status = 'pending' and private_to is null) as pending,
    ${completed(`updated_at > $1::timestamptz - interval '168 hours'`)} as completed_7d,
    ${completed(
      `updated_at > $1::timestamptz - interval '336 hours' and updated_at <= $1::timestamptz - interval '168 hours'`,
    )} as completed_previous_7d`,
};

/** Whether an assistant has begun a session, or kept something of one. */
const USED = {
  name: 'memory_used',
  text: `select exists (select from assistant_runs) or exists (select from assistant_sessions) as is_used`,
};

@Injectable()
export class MemoryCountsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  countMessagesByDay({ dates, bounds }: Days): Promise<DashboardDto['conversations']['messages_by_day_14d']> {
    return this.memory.read(MESSAGES_BY_DAY, [dates, bounds.slice(0, -1), bounds.slice(1)]);
  }

  countTasks(now: Date): Promise<DashboardDto['tasks']> {
    return this.memory.readOne(TASKS, [now]);
  }

  async isUsed(): Promise<boolean> {
    const { is_used } = await this.memory.readOne<{ is_used: boolean }>(USED, []);
    return is_used;
  }
}
