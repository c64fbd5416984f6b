import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import type { Days } from '../../shared/days';

/** The statements are not prepared: PostgreSQL plans each for the times that it asks for. */
const MESSAGES_BY_DAY = `
  select date,
         coalesce(sum(written) filter (where role = 'user'), 0)::int as "user",
         coalesce(sum(written) filter (where role = 'assistant'), 0)::int as assistant,
         coalesce(sum(written) filter (where role = 'operator'), 0)::int as operator
  from unnest($1::text[]) with ordinality as days (date, day)
  left join (
    select width_bucket(timestamp, $2::timestamptz[]) as day, role, count(*) as written
    from chat_history where timestamp >= $3::timestamptz and timestamp < $4::timestamptz
    group by 1, 2
  ) as messages using (day)
  group by date order by date`;

const completed = (condition: string) =>
  `(select count(*)::int from assistant_tasks where status = 'completed' and ${condition})`;

const TASKS = `
  select
    (select count(*)::int from assistant_tasks where status = 'pending') as pending,
    ${completed(`updated_at > $1::timestamptz - interval '168 hours'`)} as completed_7d,
    ${completed(
      `updated_at > $1::timestamptz - interval '336 hours' and updated_at <= $1::timestamptz - interval '168 hours'`,
    )} as completed_previous_7d`;

@Injectable()
export class MemoryCountsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  countMessagesByDay({ dates, bounds }: Days): Promise<DashboardDto['conversations']['messages_by_day_14d']> {
    const times = [bounds[0] ?? null, bounds.at(-1) ?? null];
    return this.memory.read({ text: MESSAGES_BY_DAY }, [dates, bounds, ...times]);
  }

  countTasks(now: Date): Promise<DashboardDto['tasks']> {
    return this.memory.readOne({ text: TASKS }, [now]);
  }
}
