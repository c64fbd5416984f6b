import { Injectable } from '@nestjs/common';
import { runIn } from '../../database/statements/run-in';
import type { Transaction } from '../../database/transaction';
import { PanelStatements } from '../../database/database.module';
import type { WantedSlot } from '../bookings/refused-times';
import type { Stretch } from '../../shared/opening-hours/stretch';

/**
 * By the index of the constraint against overlaps, and by the one of the few that are outside of it. Both at once would
 * have no index.
 */
const held = (isSqueezed: boolean) => `
  select starts_at, ends_at from appointments
  where folded_name(resource) = folded_name($1)
    and tstzrange(starts_at, ends_at, '[)') && tstzrange($2::timestamptz, $3::timestamptz, '[)')
    and status in ('pending', 'confirmed') and ${isSqueezed ? '' : 'not '}squeezed and id is distinct from $4::uuid`;

const LIST_BOOKED = {
  name: 'list_booked_times',
  text: `
    select extract(epoch from starts_at) * 1000 as start, extract(epoch from ends_at) * 1000 as end
    from (${held(false)} union all ${held(true)}) as booked
    order by starts_at`,
};

const FIND_OBSTACLES = {
  name: 'is_time_held_or_busy',
  text: `
    select exists (${held(false)}) or exists (${held(true)}) as is_held,
           exists (
             select from busy_times($5::timestamptz, $6::timestamptz) as busy
             where busy.resource is null or folded_name(busy.resource) = folded_name($1)) as is_busy`,
};

/** What is in the way of a wanted time: a pending or confirmed appointment, or a block or a calendar. */
export interface Obstacles {
  is_held: boolean;
  is_busy: boolean;
}

@Injectable()
export class ScheduleRepository {
  constructor(private readonly statements: PanelStatements) {}

  /**
   * When a resource is booked within a stretch of time, or into it; by time. What no longer holds its time does
   * not count.
   * @param but_id an appointment to leave out
   */
  async listBooked(resource: string, { start, end }: Stretch, butId: string | null): Promise<Stretch[]> {
    const rows = await this.statements.run<{ start: string; end: string }>(LIST_BOOKED, [
      resource,
      instant(start),
      instant(end),
      butId,
    ]);
    return rows.map((row) => ({ start: Number(row.start), end: Number(row.end) }));
  }
}

/** For PostgreSQL, which cannot read what JavaScript writes of years beyond four digits. */
function instant(ms: number): string {
  if (ms < Date.parse('0001-01-01T00:00:00Z')) return '-infinity';
  return ms > Date.parse('9999-12-31T23:59:59Z') ? 'infinity' : new Date(ms).toISOString();
}

/**
 * Whether a pending or confirmed appointment of the resource holds a part of the time or comes nearer than the buffer, and
 * whether the resource is busy then. The caller holds the lock of the resource, so that nobody else books or blocks
 * meanwhile.
 */
export async function findObstacles(
  transaction: Transaction,
  { resource, start, end, appointment_id }: WantedSlot,
  buffer_minutes: number,
): Promise<Obstacles> {
  const bufferMs = buffer_minutes * 60_000;
  const values = [resource, instant(start - bufferMs), instant(end + bufferMs), appointment_id];
  const [found] = await runIn<Obstacles>(transaction, FIND_OBSTACLES, [
    ...values,
    instant(start),
    instant(end),
  ]);
  if (found === undefined) throw new Error('No answer about a time.');
  return found;
}
