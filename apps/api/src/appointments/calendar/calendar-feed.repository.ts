import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { Appointment, type BookedAppointment } from '../appointment.entity';

const { past, coming } = LIMITS.calendar_feed;

@Injectable()
export class CalendarFeedRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  /**
   * Entries of one resource or all, by time, that start between `from` and `to`: the ones nearest to `now` on both
   * sides.
   */
  async listEntries({
    from,
    now,
    to,
    resource,
  }: {
    from: Date;
    now: Date;
    to: Date;
    resource: string | null;
  }): Promise<BookedAppointment[]> {
    const [before, after] = await Promise.all([
      this.list({ from, to: now, resource, direction: 'DESC', limit: past }),
      this.list({ from: now, to, resource, direction: 'ASC', limit: coming }),
    ]);
    return [...before.reverse(), ...after];
  }

  private async list(range: {
    from: Date;
    to: Date;
    resource: string | null;
    direction: 'ASC' | 'DESC';
    limit: number;
  }): Promise<BookedAppointment[]> {
    const { from, to, resource, direction, limit } = range;
    const query = this.appointments
      .createQueryBuilder('a')
      .leftJoinAndSelect('a.client', 'client')
      .where('a.starts_at >= :from and a.starts_at < :to', { from, to })
      .orderBy('a.starts_at', direction)
      .addOrderBy('a.id', direction)
      .limit(limit);
    if (resource !== null) query.andWhere('folded_name(a.resource) = folded_name(:resource)', { resource });
    const found = await query.getMany();
    return found as BookedAppointment[];
  }
}
