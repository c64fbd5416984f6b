import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PanelStatements } from '../../database/database.module';
import { SlotTaken, type WantedSlot } from '../bookings/refused-times';
import type { Stretch } from './stretch';

const ON_RESOURCE = `folded_name(resource) = folded_name($1)
      and tstzrange(starts_at, ends_at, '[)') && tstzrange($2::timestamptz, $3::timestamptz, '[)')
      and status in ('pending', 'confirmed') and id is distinct from $4::uuid`;

/** By the indexes of the constraint against overlaps, and of what stands outside of it. */
const LIST_BOOKED = {
  name: 'list_booked_times',
  text: `
    select extract(epoch from starts_at) * 1000 as start, extract(epoch from ends_at) * 1000 as end
    from (
      select starts_at, ends_at from appointments where ${ON_RESOURCE} and not squeezed
      union all
      select starts_at, ends_at from appointments where ${ON_RESOURCE} and squeezed
    ) as booked
    order by starts_at`,
};

const IS_TAKEN = `
  select exists (select from appointments where ${ON_RESOURCE} and squeezed)
    or ($5 and exists (select from appointments where ${ON_RESOURCE} and not squeezed)) as is_taken`;

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
 * Refuses a time that is nearer to another appointment of the resource than its buffer, or meets one that stands outside
 * of the constraint. The caller holds the lock of the resource, so that nobody else books meanwhile.
 * @throws SlotTaken
 */
export async function refuseWithinBuffer(
  transaction: EntityManager,
  wanted: WantedSlot,
  buffer_minutes: number,
): Promise<void> {
  const bufferMs = buffer_minutes * 60_000;
  const around = [instant(wanted.start - bufferMs), instant(wanted.end + bufferMs)];
  const parameters = [wanted.resource, ...around, wanted.appointment_id, buffer_minutes > 0];
  const [row] = await transaction.query<{ is_taken: boolean }[]>(IS_TAKEN, parameters);
  if (row?.is_taken === true) throw new SlotTaken(wanted);
}
