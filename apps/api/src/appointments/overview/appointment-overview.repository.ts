import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { DashboardDto } from '@groupless/shared-dto';
import type { Repository } from 'typeorm';
import { PanelStatements } from '../../database/database.module';
import type { Days } from '../../shared/days';
import { firstStart } from '../appointment-filters';
import { Appointment, type BookedAppointment } from '../appointment.entity';

export type AppointmentCounts = DashboardDto['appointments']['today'] &
  Pick<DashboardDto['appointments'], 'next_7d' | 'pending_over_24h' | 'without_outcome'>;

const LIVE = `status in ('pending', 'confirmed')`;

/** The statements are not prepared: PostgreSQL plans each for the times that it asks for. */
const COUNTS = `
  select today.*,
    (select count(*)::int from appointments
     where ${LIVE} and starts_at >= $1::timestamptz and starts_at < $1::timestamptz + interval '168 hours') as next_7d,
    (select count(*)::int from appointments
     where status = 'pending' and created_at < $1::timestamptz - interval '24 hours' and ends_at > $1::timestamptz
    ) as pending_over_24h,
    (select count(*)::int from appointments
     where ${LIVE} and starts_at < $1::timestamptz and ends_at <= $1::timestamptz
       -- No appointment lasts longer than 31 days.
       and starts_at > $1::timestamptz - interval '61 days' and ends_at > $1::timestamptz - interval '30 days'
    ) as without_outcome
  from (
    select count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'confirmed')::int as confirmed,
           count(*) filter (where status = 'completed')::int as completed,
           count(*) filter (where status = 'cancelled')::int as cancelled,
           count(*) filter (where status = 'no_show')::int as no_show
    from appointments as a
    where ${firstStart('$2::timestamptz')} and starts_at < $3::timestamptz and ends_at > $2::timestamptz
  ) as today`;

const BY_DAY = `
  select date, booked.*
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as days (date, begins, ends)
  cross join lateral (
    select count(*) filter (where source = 'phone')::int as phone,
           count(*) filter (where source = 'chat')::int as chat,
           count(*) filter (where source = 'panel')::int as panel
    from appointments where created_at >= begins and created_at < ends
  ) as booked
  order by date`;

@Injectable()
export class AppointmentOverviewRepository {
  constructor(
    private readonly panel: PanelStatements,
    @InjectRepository(Appointment) private readonly appointments: Repository<Appointment>,
  ) {}

  count(now: Date, today: { begins: string; ends: string }): Promise<AppointmentCounts> {
    return this.panel.readOne({ text: COUNTS }, [now, today.begins, today.ends]);
  }

  /** How many were booked on each day. */
  countByDay({ dates, bounds }: Days): Promise<DashboardDto['appointments']['by_day_30d']> {
    return this.panel.read({ text: BY_DAY }, [dates, bounds.slice(0, -1), bounds.slice(1)]);
  }

  /** The pending and confirmed ones that are going on, and the next. */
  async listNext(now: Date, limit: number): Promise<BookedAppointment[]> {
    const query = this.appointments
      .createQueryBuilder('a')
      .innerJoinAndSelect('a.client', 'client')
      .where(`a.${LIVE} and ${firstStart('cast(:now as timestamptz)')} and a.ends_at > :now`, { now })
      .orderBy({ 'a.starts_at': 'ASC', 'a.id': 'ASC' })
      .limit(limit);
    return (await query.getMany()) as BookedAppointment[];
  }
}
