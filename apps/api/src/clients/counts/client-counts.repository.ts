import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';

/** `row_counts` holds the exact total, so that it costs the same however many clients there are. */
const COUNTS = `
  select
    (select coalesce(sum(count), 0)::int from row_counts where name = 'clients') as total,
    (select count(*)::int from clients where created_at > $1::timestamptz - interval '720 hours') as new_30d,
    (select count(*)::int from clients
     where created_at > $1::timestamptz - interval '1440 hours'
       and created_at <= $1::timestamptz - interval '720 hours') as new_previous_30d`;

@Injectable()
export class ClientCountsRepository {
  constructor(private readonly panel: PanelStatements) {}

  count(now: Date): Promise<DashboardDto['clients']> {
    return this.panel.readOne({ text: COUNTS }, [now]);
  }
}
