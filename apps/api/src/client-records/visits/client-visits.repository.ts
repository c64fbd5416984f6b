import { Injectable } from '@nestjs/common';
import { LIMITS, type ClientVisitsDto } from '@groupless/shared-dto';
import { utcTime } from '../../database/statements/utc-time';
import { PanelStatements } from '../../database/database.module';

/** An appointment counts as a visit if it is completed, or over and still confirmed. */
const VISIT = `(status = 'completed' or status = 'confirmed' and ends_at <= $2::timestamptz)`;
const COMING = `status in ('pending', 'confirmed') and ends_at > $2::timestamptz`;

const SHOWN = `json_build_object('id', id, 'title', title, 'resource', resource, 'status', status,
  'starts_at', ${utcTime('starts_at')})`;

/** Uses the index of a client's appointments. Of very many, only the latest are counted. */
const VISITS = {
  name: 'visits_of_client',
  text: `
    select count(*) filter (where ${VISIT})::int as visits,
           count(*) filter (where status = 'no_show')::int as no_shows,
           count(*) filter (where status = 'cancelled' and late)::int as late_cancellations,
           (select ${SHOWN} from appointments where client_id = $1::uuid and ${VISIT}
            order by starts_at desc, id desc limit 1) as last_visit,
           (select ${SHOWN} from appointments where client_id = $1::uuid and ${COMING}
            order by starts_at, id limit 1) as next_visit
    from (
      select status, ends_at, late from appointments where client_id = $1::uuid
      order by starts_at desc limit ${LIMITS.page.counted}
    ) as latest`,
};

@Injectable()
export class ClientVisitsRepository {
  constructor(private readonly panel: PanelStatements) {}

  readVisits(client_id: string, now: Date): Promise<Omit<ClientVisitsDto, 'no_reminder'>> {
    return this.panel.readOne(VISITS, [client_id, now]);
  }
}
