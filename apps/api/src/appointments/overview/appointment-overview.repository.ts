import { Injectable } from '@nestjs/common';
import type { AppointmentDto, DashboardDto, ServiceCountDto } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';
import type { Days } from '../../shared/days';
import { firstStart } from '../appointment-filters';
import { APPOINTMENT_JSON } from '../appointment-json';

export type AppointmentCounts = DashboardDto['appointments']['today'] &
  Pick<DashboardDto['appointments'], 'next_7d' | 'pending_over_24h' | 'without_outcome'>;

const LIVE = `status in ('pending', 'confirmed')`;

const COUNTS = {
  name: 'appointment_counts',
  text: `
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
    from appointments
    where starts_at >= ${firstStart('$2::timestamptz')} and starts_at < $3::timestamptz and ends_at > $2::timestamptz
  ) as today`,
};

const BY_DAY = {
  name: 'appointments_by_day',
  text: `
  select date, booked.*
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as days (date, begins, ends)
  cross join lateral (
    select count(*) filter (where source = 'phone')::int as phone,
           count(*) filter (where source = 'chat')::int as chat,
           count(*) filter (where source = 'web')::int as web,
           count(*) filter (where source = 'panel')::int as panel
    from appointments where created_at >= begins and created_at < ends
  ) as booked
  order by date`,
};

const BY_SERVICE = {
  name: 'appointments_by_service',
  text: `
  select s.id, s.name, s.archived_at, count(*)::int as booked
  from appointments as a
    join appointment_services as of_visit on of_visit.appointment_id = a.id
    join services as s on s.id = of_visit.service_id
  where a.created_at >= $1::timestamptz and a.created_at < $2::timestamptz
  group by s.id order by booked desc, s.name, s.id limit 20`,
};

const NEXT = {
  name: 'next_appointments',
  text: `
    select ${APPOINTMENT_JSON} as row from appointments
    where ${LIVE} and starts_at >= ${firstStart('$1::timestamptz')} and ends_at > $1::timestamptz
    order by starts_at, id limit 8`,
};

@Injectable()
export class AppointmentOverviewRepository {
  constructor(private readonly panel: PanelStatements) {}

  count(now: Date, today: { begins: string; ends: string }): Promise<AppointmentCounts> {
    return this.panel.readOne(COUNTS, [now, today.begins, today.ends]);
  }

  /** The number of bookings on each day. */
  countByDay({ dates, bounds }: Days): Promise<DashboardDto['appointments']['by_day_30d']> {
    return this.panel.read(BY_DAY, [dates, bounds.slice(0, -1), bounds.slice(1)]);
  }

  /** The services that were booked most within these days. */
  async countByService({ bounds }: Days): Promise<DashboardDto['appointments']['by_service_30d']> {
    const rows = await this.panel.read<Omit<ServiceCountDto, 'archived_at'> & { archived_at: Date | null }>(
      BY_SERVICE,
      [bounds[0] ?? '', bounds.at(-1) ?? ''],
    );
    return rows.map(({ archived_at, ...row }) => ({
      ...row,
      archived_at: archived_at?.toISOString() ?? null,
    }));
  }

  /** At most eight: pending and confirmed ones that are going on, and the next. */
  async listNext(now: Date): Promise<AppointmentDto[]> {
    const rows = await this.panel.read<{ row: string }>(NEXT, [now]);
    return rows.map(({ row }) => JSON.parse(row) as AppointmentDto);
  }
}
