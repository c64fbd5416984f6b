import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { emailKey } from '../clients/client.entity';
import type { Transaction } from '../database/transaction';
import { MAILED_TO } from '../shared/mailed-to';
import { ABOUT_REMINDER, DUE_REMINDERS, notifiedColumns, WANTS_REMINDERS } from './due-reminders';
import type { NotifiedAppointment } from './notified-appointment';

export interface DueReminder extends NotifiedAppointment {
  about: string;
}

/** Parameters as in `DUE_REMINDERS`. */
const DUE = `
  select ${notifiedColumns()}, ${ABOUT_REMINDER} as about ${DUE_REMINDERS}
    and ${MAILED_TO} is not null and ${WANTS_REMINDERS}
    and not exists (select from mails as m where m.appointment_id = a.id and m.about = ${ABOUT_REMINDER})
  order by a.starts_at, a.id, h.hours`;

const NEXT = `
  select ${notifiedColumns()} from appointments as a join clients as c on c.id = a.client_id
  where a.starts_at > $1 and a.status in ('pending', 'confirmed') order by a.starts_at, a.id limit 1`;

const NOTE_ADDRESS = `
  with noted as (
    update clients set email_refused = $2
    where (${emailKey('email')} = lower($1) or lower(shared_email) = lower($1)) and email_refused is distinct from $2
    returning id
  )
  select id from noted`;

const END_REMINDERS = `
  update appointments set mailed_to = mailed_to || '{"no_reminders": true}' where id = $1 and mailed_to is not null`;

const IS_NOTIFIED = `select from mails where appointment_id = $1 and about = $2`;

/** Which reminders are due. */
@Injectable()
export class ClientMailsRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Appointments with a reminder that is due now.
   * @param notBefore reminders that were due before this are not sent any more
   */
  listDue(now: Date, hours: readonly number[], notBefore: Date): Promise<DueReminder[]> {
    return this.panel.query<DueReminder[]>(DUE, [now, hours, notBefore]);
  }

  /** The next appointment; null if there is none. */
  async findNext(now: Date): Promise<NotifiedAppointment | null> {
    const [next] = await this.panel.query<NotifiedAppointment[]>(NEXT, [now]);
    return next ?? null;
  }

  /**
   * Stores the answer of the mail server about an address.
   * @param refusal the text of a permanent refusal; null: a mail to it was accepted
   * @returns the ids of the clients that changed
   */
  async noteAddress(email: string, refusal: string | null): Promise<string[]> {
    const noted = await this.panel.query<{ id: string }[]>(NOTE_ADDRESS, [email, refusal]);
    return noted.map(({ id }) => id);
  }

  /** Of one appointment, for who booked it with another address than the client's. */
  async endReminders(appointment_id: string): Promise<void> {
    await this.panel.query(END_REMINDERS, [appointment_id]);
  }

  async isNotified(transaction: Transaction, appointment_id: string, about: string): Promise<boolean> {
    return (await transaction.query<unknown[]>(IS_NOTIFIED, [appointment_id, about])).length > 0;
  }

  /** Runs the work in a transaction. */
  within(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.panel.transaction(work);
  }
}
