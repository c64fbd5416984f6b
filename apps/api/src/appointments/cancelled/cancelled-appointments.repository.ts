import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { upTo } from '../../database/statements/count-before';
import { PART } from '../../database/statements/remove-in-parts';
import type { RetentionCount } from '../../shared/retention';
import { Appointment } from '../appointment.entity';
import { ToldAppointment } from '../told/told-appointment.entity';

const endedBefore = (before: Date) => ({
  status: 'cancelled' as const,
  // The index has no end.
  starts_at: LessThan(before),
  ends_at: LessThan(before),
});

@Injectable()
export class CancelledAppointmentsRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  /**
   * Removes some cancelled appointments that ended before a time. Nobody is told: who was to come heard of the cancellation.
   * @returns how many
   */
  removePart(before: Date): Promise<number> {
    return this.appointments.manager.transaction(async (transaction) => {
      const old = await transaction.find(Appointment, {
        select: { id: true },
        where: endedBefore(before),
        order: { starts_at: 'ASC' },
        take: PART,
        lock: { mode: 'pessimistic_write' },
      });
      const ids = old.map(({ id }) => id);
      await transaction.delete(ToldAppointment, { appointment_id: In(ids) });
      await transaction.delete(Appointment, { id: In(ids) });
      return ids.length;
    });
  }

  async countBefore(before: Date, most: number): Promise<RetentionCount> {
    const old = await this.appointments.find({
      select: { id: true },
      where: endedBefore(before),
      order: { starts_at: 'ASC' },
      take: most + 1,
    });
    return upTo(most, old.length);
  }
}
