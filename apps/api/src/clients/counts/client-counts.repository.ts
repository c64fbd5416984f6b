import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';

/** The end of a UTC day, as in `daily_counts`. */
const endOfDay = (time: string) => `(date_trunc('day', ${time}, 'UTC') + interval '24 hours')`;

/** Counts rows on the first day, and uses the stored counts from the next day on. */
const madeAfter = (time: string) => `(
  (select count(*) from clients where created_at > ${time} and created_at < ${endOfDay(time)})
  + (select coalesce(sum(count), 0) from daily_counts
     where name = 'clients' and day >= (${endOfDay(time)} at time zone 'UTC')::date))::int`;

/** `row_counts` and `daily_counts` are exact, and cost the same however many clients there are. */
const COUNTS = {
  name: 'client_counts',
  text: `
  select total, made_in_30d as new_30d, made_in_60d - made_in_30d as new_previous_30d
  from (
    select (select coalesce(sum(count), 0)::int from row_counts where name = 'clients') as total,
           ${madeAfter(`($1::timestamptz - interval '720 hours')`)} as made_in_30d,
           ${madeAfter(`($1::timestamptz - interval '1440 hours')`)} as made_in_60d
  ) as counted`,
};

@Injectable()
export class ClientCountsRepository {
  constructor(private readonly panel: PanelStatements) {}

  count(now: Date): Promise<DashboardDto['clients']> {
    return this.panel.readOne(COUNTS, [now]);
  }
}
