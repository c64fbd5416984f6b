import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AppointmentStatus } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/transaction';
import type { ToldAppointment } from './told-appointment';

/** A change of an appointment. */
export interface ToldChange extends ToldAppointment {
  /** That the appointment had after the change; 1 is the booking. */
  change_version: number;
  from_status: AppointmentStatus | null;
  to_status: AppointmentStatus;
  has_moved: boolean;
}

export interface DueReminder extends ToldAppointment {
  hours: number;
}

const APPOINTMENT = `
  a.id, a.client_id, c.email, c.name as client_name, a.attendee_name, a.title, a.service, a.resource, a.status,
  a.starts_at, a.ends_at, a.version, a.updated_at`;

const MOVED = `exists (select from jsonb_array_elements(e.changes) as one where one ->> 'field' in ('starts_at', 'ends_at'))`;

const CHANGES = `
  select ${APPOINTMENT}, e.version as change_version, e.from_status, e.to_status, ${MOVED} as has_moved
  from appointment_events as e
    join appointments as a on a.id = e.appointment_id
    join clients as c on c.id = a.client_id and c.email is not null
  where e.at >= $1 and e.at <= $2 and a.starts_at > $2
    and not exists (select from mails as m where m.appointment_id = a.id and m.about like 'change:%'
      and split_part(m.about, ':', 2)::int >= e.version)
  order by e.at, e.appointment_id, e.version`;

/** The time of a reminder has come, and the appointment was made for this time before. */
const DUE = `
  select ${APPOINTMENT}, h.hours
  from unnest($2::int[]) as h (hours)
    join appointments as a on a.starts_at > greatest($1, $3::timestamptz + make_interval(hours => h.hours))
      and a.starts_at <= $1::timestamptz + make_interval(hours => h.hours)
    join clients as c on c.id = a.client_id and c.email is not null
  where a.status in ('pending', 'confirmed')
    and (select max(e.at) from appointment_events as e
         where e.appointment_id = a.id and (e.version = 1 or ${MOVED}))
      <= a.starts_at - make_interval(hours => h.hours)
    and not exists (select from mails as m where m.appointment_id = a.id
      and m.about = 'reminder:' || h.hours || ':' || floor(extract(epoch from a.starts_at))::bigint)
  order by a.starts_at, a.id, h.hours`;

const IS_TOLD = `select from mails where appointment_id = $1 and about = $2`;

/** What clients are to be told of. */
@Injectable()
export class ClientMailsRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** Changes of coming appointments that the client has not been told of, the oldest first. */
  listChanges(from: Date, until: Date): Promise<ToldChange[]> {
    return this.panel.query<ToldChange[]>(CHANGES, [from, until]);
  }

  /**
   * Appointments that are to be reminded of now.
   * @param notBefore reminders whose time was before this are given up
   */
  listDue(now: Date, hours: readonly number[], notBefore: Date): Promise<DueReminder[]> {
    return this.panel.query<DueReminder[]>(DUE, [now, hours, notBefore]);
  }

  async isTold(appointment_id: string, about: string): Promise<boolean> {
    return (await this.panel.query<unknown[]>(IS_TOLD, [appointment_id, about])).length > 0;
  }

  /** Runs the work in a transaction. */
  within(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.panel.transaction(work);
  }
}
