import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { MeetingTime } from '../../busy-times/public';
import { firstStart } from '../appointment-filters';
import { Appointment, type BookedAppointment } from '../appointment.entity';

const MEETS = `a.id in (
  select one.id
  from unnest(cast(:resources as uuid[]), cast(:starts as timestamptz[]), cast(:ends as timestamptz[]))
         as meeting (resource, begins, ends),
       lateral (
         select id from appointments
         where status in ('pending', 'confirmed') and starts_at >= ${firstStart('meeting.begins')}
           and starts_at < meeting.ends and ends_at > meeting.begins and ends_at > :now
           and (meeting.resource is null or meeting.resource in (appointments.resource_id, appointments.room_id))
       ) as one)`;

@Injectable()
export class MetAppointmentsRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  /** Live appointments that are not over and overlap one of the ranges, by time. */
  async listMet(times: readonly MeetingTime[], now: Date, limit: number): Promise<BookedAppointment[]> {
    const found = await this.appointments
      .createQueryBuilder('a')
      .leftJoinAndSelect('a.client', 'client')
      .where(MEETS, {
        resources: times.map(({ resource_id }) => resource_id),
        starts: times.map(({ starts_at }) => starts_at.toISOString()),
        ends: times.map(({ ends_at }) => ends_at.toISOString()),
        now,
      })
      .orderBy('a.starts_at')
      .addOrderBy('a.id')
      .limit(limit)
      .getMany();
    return found as BookedAppointment[];
  }
}
