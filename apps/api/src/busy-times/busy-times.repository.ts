import { Injectable } from '@nestjs/common';
import type { BusyTimeDto } from '@groupless/shared-dto';
import { isNamed } from '../database/statements/is-named';
import { utcTime } from '../database/statements/utc-time';
import type { ReadPlaces } from '../shared/known-names';
import { PanelStatements } from '../database/database.module';

const OF_RESOURCES = `
  ($3::text[] is null or resource is null or ${isNamed('resource', '$3')})
  and ($4::uuid[] is null or resource_id is null or resource_id = any($4::uuid[]))`;

const LIST_BUSY = {
  name: 'list_busy_times',
  text: `
    select resource, resource_id, ${utcTime('busy.starts_at')} as starts_at, ${utcTime('busy.ends_at')} as ends_at,
           title, calendar_id, block_id
    from busy_times($1::timestamptz, $2::timestamptz) as busy
    where ${OF_RESOURCES}
    order by busy.starts_at, busy.ends_at, block_id, calendar_id
    limit $5`,
};

@Injectable()
export class BusyTimesRepository {
  constructor(private readonly statements: PanelStatements) {}

  /**
   * Busy times within a range of time, or into it, by time.
   * @param from `to` instants as PostgreSQL reads them
   */
  listBusy(
    { from, to }: { from: string; to: string },
    { resource, resource_id }: ReadPlaces,
    limit: number,
  ): Promise<BusyTimeDto[]> {
    return this.statements.run<BusyTimeDto>(LIST_BUSY, [from, to, resource, resource_id, limit]);
  }
}
