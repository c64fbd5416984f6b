import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';
import type { CalendarEntry } from './calendar-feed';

const { past, coming } = LIMITS.calendar_feed;
const COLUMNS = `id, client_id, title, starts_at, ends_at, status, resource, notes, times_moved, created_at, updated_at`;

const LIST_ENTRIES = {
  name: 'list_calendar_entries',
  text: `
    with listed as (
      (select ${COLUMNS} from appointments where starts_at >= $2 and starts_at < $3 order by starts_at, id limit ${coming})
      union all
      (select ${COLUMNS} from appointments where starts_at >= $1 and starts_at < $2 order by starts_at desc, id desc limit ${past})
    )
    select listed.*, clients.name as client_name
    from listed join clients on clients.id = listed.client_id
    order by starts_at, id`,
};

@Injectable()
export class CalendarFeedRepository {
  constructor(private readonly statements: PanelStatements) {}

  /** By time: those that start between `from` and `to`, as many as are nearest to `now` on either side. */
  listEntries({ from, now, to }: { from: Date; now: Date; to: Date }): Promise<CalendarEntry[]> {
    return this.statements.run<CalendarEntry>(LIST_ENTRIES, [from, now, to]);
  }
}
