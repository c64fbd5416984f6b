import { Injectable } from '@nestjs/common';
import { LIVE_STATUSES } from '@groupless/shared-dto';
import { In, LessThan, MoreThan, Not, type EntityManager } from 'typeorm';
import { PanelStatements } from '../../database/database.module';
import { Appointment } from '../appointment.entity';
import { SlotTaken, type WantedSlot } from '../bookings/refused-times';
import type { Stretch } from './stretch';

/** By the index of the constraint against overlaps, which holds exactly these appointments. */
const LIST_BOOKED = {
  name: 'list_booked_times',
  text: `
    select extract(epoch from starts_at) * 1000 as start, extract(epoch from ends_at) * 1000 as end
    from appointments
    where resource = $1 and tstzrange(starts_at, ends_at, '[)') && tstzrange($2::timestamptz, $3::timestamptz, '[)')
      and status in ('pending', 'confirmed') and id is distinct from $4::uuid
    order by starts_at`,
};

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
 * Refuses a time that is nearer to another appointment of the resource than its buffer. The caller holds the lock of
 * the resource, so that nobody else books meanwhile.
 * @throws SlotTaken
 */
export async function refuseWithinBuffer(
  transaction: EntityManager,
  wanted: WantedSlot,
  buffer_minutes: number,
): Promise<void> {
  if (buffer_minutes === 0) return;
  const bufferMs = buffer_minutes * 60_000;
  const isTaken = await transaction.existsBy(Appointment, {
    ...(wanted.appointment_id === null ? {} : { id: Not(wanted.appointment_id) }),
    resource: wanted.resource,
    status: In([...LIVE_STATUSES]),
    starts_at: LessThan(new Date(wanted.end + bufferMs)),
    ends_at: MoreThan(new Date(wanted.start - bufferMs)),
  });
  if (isTaken) throw new SlotTaken(wanted);
}
