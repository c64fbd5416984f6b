import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { runIn } from '../../database/statements/run-in';
import type { Transaction } from '../../database/transaction';
import type { LockedResource, MeantResource } from '../../database/resource-locks';
import { PanelStatements } from '../../database/database.module';
import type { WantedSlot } from '../bookings/refused-times';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import type { BookedTime, Diary } from './free-times';

const MINUTE_MS = 60_000;
/** An appointment that ended this long before can still block the resource by its buffer. */
const LONGEST_BUFFER_MS = LIMITS.service_buffer_minutes.max * MINUTE_MS;

/**
 * Two queries, one by the index of the exclusion constraint, and one by the index of the few that are outside it. One
 * condition for both could not use an index.
 */
const held = (id: string, range: string, isSqueezed: boolean) => `
  select lower(during) as starts_at, upper(during) as ends_at, buffer_minutes from occupied_times
  where resource_id = ${id} and during && ${range} and ${isSqueezed ? '' : 'not '}squeezed
    and appointment_id is distinct from $4::uuid`;
const bothHeld = (id: string, range: string) => `
  (${held(id, range, false)} union all ${held(id, range, true)})`;

const WHOLE_RANGE = `tstzrange($2::timestamptz, $3::timestamptz, '[)')`;
/** As a float, which is exact to the millisecond and many times faster than `extract()`. */
const ms = (time: string) => `(date_part('epoch', ${time}) * 1000)::bigint`;

/** As one JSON text, because transferring thousands of rows takes longer than finding them. */
const LIST_BOOKED = {
  name: 'list_booked_times',
  text: `
    select (place - 1)::integer as place,
      json_agg(array[${ms('starts_at')}, ${ms('ends_at')}, buffer_minutes] order by starts_at)::text as booked
    from unnest($1::text[], $5::uuid[]) with ordinality as r (name, id, place)
      cross join lateral ${bothHeld('coalesce(r.id, known_resource(r.name))', WHOLE_RANGE)} as booked
    group by place`,
};

/** The load of several resources on a day that has begun. */
const LIST_OVER = {
  name: 'list_times_that_are_over',
  text: `
    select (place - 1)::integer as place, ${ms('starts_at')} as start
    from unnest($1::uuid[]) with ordinality as r (id, place)
      join appointments as a on a.resource_id = r.id
    where starts_at >= $2::timestamptz and starts_at < $3::timestamptz and status = 'completed'`,
};

/**
 * Whether an appointment overlaps $2 to $3, with buffers. $3 includes the booking's own buffer, $5 is the least buffer
 * after every other appointment (null: no buffers). The scan begins at $6, because a longer buffer can reach in.
 */
const isHeldBy = (id: string) => `
  exists (select from ${bothHeld(id, `tstzrange($6::timestamptz, $3::timestamptz, '[)')`)} as other
          where other.ends_at + make_interval(mins => case when $5::integer is null then 0
                  else greatest($5, other.buffer_minutes) end) > $2::timestamptz)`;

/** Whether a block or a calendar event overlaps, without buffers. */
const isBusyBy = (id: string, from: string, to: string) => `
  exists (select from busy_times(${from}::timestamptz, ${to}::timestamptz) as busy
          where busy.resource_id is null or busy.resource_id = ${id})`;

const FIND_OBSTACLES = {
  name: 'is_time_held_or_busy',
  text: `select ${isHeldBy('$1::uuid')} as is_held, ${isBusyBy('$1::uuid', '$2', '$7')} as is_busy`,
};

/**
 * Chooses a resource without bookings at that time: not busy, if possible among the first $9 (those that work), then
 * with the fewest appointments that day, then by order.
 */
const CHOOSE_FREE = {
  name: 'choose_free_resource',
  text: `
    select (place - 1)::integer as place, busy.is_busy
    from unnest($1::uuid[]) with ordinality as r (id, place)
      cross join lateral (select ${isBusyBy('r.id', '$2', '$10')} as is_busy) as busy
    where not ${isHeldBy('r.id')}
    order by busy.is_busy, place > $9::integer, (
      select count(*) from appointments as a
      where a.resource_id = r.id and a.starts_at >= $7::timestamptz
        and a.starts_at < $8::timestamptz and a.status in ('pending', 'confirmed', 'completed')
    ), place
    limit 1`,
};

@Injectable()
export class ScheduleRepository {
  constructor(private readonly statements: PanelStatements) {}

  /**
   * Bookings that overlap a range, by time, in the order of the resources. Only pending and confirmed ones.
   * @param but_id an appointment to leave out
   */
  async listBooked(
    resources: readonly MeantResource[],
    { start, end }: TimeRange,
    butId: string | null,
  ): Promise<BookedTime[][]> {
    const names = resources.map(({ resource }) => resource);
    const values = [names, instant(start - LONGEST_BUFFER_MS), instant(end), butId, idsOf(resources)];
    const rows = await this.statements.run<{ place: number; booked: string }>(LIST_BOOKED, values);
    const found = resources.map((): BookedTime[] => []);
    for (const { place, booked } of rows) {
      const times = JSON.parse(booked) as [start: number, end: number, buffer_minutes: number][];
      found[place] = times.map((time) => ({ start: time[0], end: time[1], buffer_minutes: time[2] }));
    }
    return found;
  }

  /** The starts of completed appointments, in their order. */
  async listOver(resources: readonly MeantResource[], { start, end }: TimeRange): Promise<Diary['over'][]> {
    if (resources.length === 1 || start >= end) return resources.map(() => []);
    const values = [idsOf(resources), instant(start), instant(end)];
    const rows = await this.statements.run<{ place: number; start: string }>(LIST_OVER, values);
    return resources.map((_, index) =>
      rows.filter(({ place }) => place === index).map((row) => Number(row.start)),
    );
  }
}

function idsOf(resources: readonly MeantResource[]): (string | null)[] {
  return resources.map(({ resource_id }) => resource_id);
}

/** In PostgreSQL's format, which differs from JavaScript's for years of more than four digits. */
function instant(ms: number): string {
  if (ms < Date.parse('0001-01-01T00:00:00Z')) return '-infinity';
  return ms > Date.parse('9999-12-31T23:59:59Z') ? 'infinity' : new Date(ms).toISOString();
}

/** The buffers around a booking. */
export interface Buffers {
  /** The minutes between two appointments; null: no buffers. */
  between_minutes: number | null;
  /** After the booking. */
  buffer_minutes: number;
}

/** What overlaps a requested time: a pending or confirmed appointment, or a block or calendar event. */
export interface Obstacles {
  is_held: boolean;
  is_busy: boolean;
}

/**
 * Whether a pending or confirmed appointment of the resource overlaps the time or comes nearer than the buffers, and
 * whether the resource is busy. The caller holds the resource's lock, so nobody else books or blocks meanwhile.
 */
export async function findObstacles(
  transaction: Transaction,
  id: string | null,
  wanted: WantedSlot,
  buffers: Buffers,
): Promise<Obstacles> {
  const values = [id, ...limitsOf(wanted, buffers), instant(wanted.end)];
  const [found] = await runIn<Obstacles>(transaction, FIND_OBSTACLES, values);
  if (found === undefined) throw new Error('No answer about a time.');
  return found;
}

/** The candidates for `any`, or for a room. */
export interface Choice {
  /** In the order of the settings; those that work at that time come first. */
  candidates: readonly MeantResource[];
  /** How many of the candidates work at that time. */
  working: number;
  /** The day whose appointments are counted for the choice; null: the order decides. */
  day: TimeRange | null;
}

/** The best free resource of several; null: all are booked. The caller holds the locks of all. */
export async function chooseFree(
  transaction: Transaction,
  wanted: WantedSlot,
  { locked, working, day }: Pick<Choice, 'working' | 'day'> & { locked: readonly LockedResource[] },
  buffers: Buffers,
): Promise<{ chosen: LockedResource; is_busy: boolean } | null> {
  const { start, end } = day ?? { start: 0, end: 0 };
  const limits = [instant(start), instant(end), working, instant(wanted.end)];
  const values = [locked.map(({ id }) => id), ...limitsOf(wanted, buffers), ...limits];
  const [first] = await runIn<{ place: number; is_busy: boolean }>(transaction, CHOOSE_FREE, values);
  const chosen = locked[first?.place ?? -1];
  return first === undefined || chosen === undefined ? null : { chosen, is_busy: first.is_busy };
}

function limitsOf(
  { start, end, appointment_id }: WantedSlot,
  { between_minutes, buffer_minutes }: Buffers,
): (string | number | null)[] {
  const hasBuffers = between_minutes !== null;
  const afterMs = hasBuffers ? Math.max(between_minutes, buffer_minutes) * MINUTE_MS : 0;
  const from = hasBuffers ? start - LONGEST_BUFFER_MS : start;
  return [instant(start), instant(end + afterMs), appointment_id, between_minutes, instant(from)];
}
