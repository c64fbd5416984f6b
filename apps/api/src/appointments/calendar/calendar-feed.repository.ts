import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { isNamed } from '../../database/statements/is-named';
import type { ReadPlaces } from '../../shared/known-names';
import { Appointment, type BookedAppointment } from '../appointment.entity';

const { past, coming } = LIMITS.calendar_feed;

/** Of which appointments it is. */
interface FeedPlaces extends ReadPlaces {
  /** Those of the resources of one user; undefined: whosever they are. */
  owner: string | null | undefined;
}

const OWN = 'a.resource_id in (select id from resources where user_id = :owner)';

@Injectable()
export class CalendarFeedRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  /**
   * Entries of one resource or all, by time, that start between `from` and `to`: the ones nearest to `now` on both
   * sides.
   */
  async listEntries(
    { from, now, to }: { from: Date; now: Date; to: Date },
    places: FeedPlaces,
  ): Promise<BookedAppointment[]> {
    const [before, after] = await Promise.all([
      this.list({ from, to: now, ...places, direction: 'DESC', limit: past }),
      this.list({ from: now, to, ...places, direction: 'ASC', limit: coming }),
    ]);
    return [...before.reverse(), ...after];
  }

  private async list(
    range: FeedPlaces & { from: Date; to: Date; direction: 'ASC' | 'DESC'; limit: number },
  ): Promise<BookedAppointment[]> {
    const { from, to, resource, resource_id, owner, direction, limit } = range;
    const query = this.appointments
      .createQueryBuilder('a')
      .leftJoinAndSelect('a.client', 'client')
      .where('a.starts_at >= :from and a.starts_at < :to', { from, to })
      .orderBy('a.starts_at', direction)
      .addOrderBy('a.id', direction)
      .limit(limit);
    if (resource !== null) query.andWhere(isNamed('a.resource', ':resource'), { resource });
    if (resource_id !== null) query.andWhere('a.resource_id = any(:resource_id::uuid[])', { resource_id });
    if (owner !== undefined) query.andWhere(OWN, { owner });
    const found = await query.getMany();
    return found as BookedAppointment[];
  }
}
