import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import { OpenTimes } from './open-times.entity';

/** In one statement, so that a kill leaves what is noted and what got free by it, or neither. Nothing is news at first. */
const NOTE = `
  with busy as (
    select one.resource_id, range_agg(tstzrange(busy.starts_at, busy.ends_at, '[)')) as during
    from unnest($1::uuid[]) as one (resource_id)
      join busy_times($3::timestamptz, $4::timestamptz) as busy
        on busy.resource_id is null or busy.resource_id = one.resource_id
    group by one.resource_id
  ), present as (
    select resource_id, open::tstzmultirange - coalesce(busy.during, '{}') as during
    from unnest($1::uuid[], $2::text[]) as one (resource_id, open) left join busy using (resource_id)
  ), freed as (
    insert into freed_times (resource_id, during)
    select resource_id, piece from present left join open_times as before using (resource_id)
      cross join lateral unnest(present.during - coalesce(before.during, '{}')) as piece
    where exists (select from open_times)
    returning id
  ), gone as (
    delete from open_times where resource_id <> all ($1)
  ), noted as (
    insert into open_times (resource_id, during) select resource_id, during from present
    on conflict (resource_id) do update set during = excluded.during where open_times.during <> excluded.during
  )
  select count(*)::int as freed from freed`;

/** The hours of a resource without its closures. */
export interface OpenRanges {
  resource_id: string;
  ranges: readonly TimeRange[];
}

@Injectable()
export class OpenTimesRepository {
  constructor(@InjectRepository(OpenTimes) private readonly times: Repository<OpenTimes>) {}

  /**
   * Notes when resources are open now: without blocks and events of calendars. What was not open before is noted as free.
   * @returns how many times got free
   */
  async note(open: readonly OpenRanges[], { start, end }: TimeRange): Promise<number> {
    const [noted] = await this.times.query<{ freed: number }[]>(NOTE, [
      open.map(({ resource_id }) => resource_id),
      open.map(({ ranges }) => multirangeOf(ranges)),
      instant(start),
      instant(end),
    ]);
    return noted?.freed ?? 0;
  }
}

/** As PostgreSQL reads it. */
function multirangeOf(ranges: readonly TimeRange[]): string {
  return `{${ranges.map(({ start, end }) => `[${instant(start)},${instant(end)})`).join(',')}}`;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
