import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { inOneLine } from '@groupless/shared-dto';
import { In, Not, Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { oneLine } from '../shared/one-line';
import { AppointmentEvent } from './appointment-event.entity';
import { Appointment, type BookedAppointment } from './appointment.entity';
import { ToldAppointment } from './told/told-appointment.entity';
import {
  changeIn,
  findWithClient,
  getWithClient,
  lockRow,
  type Decision,
} from './changes/appointment-writes.statements';
import { HELD_BY_KEY } from './bookings/own/agent-hold';

/** The columns of a booking that decide what an agent may do with it. */
export type HeldBooking = Pick<
  Appointment,
  'id' | 'chat_id' | 'resource' | 'services' | 'starts_at' | 'ends_at'
>;

/** For bookings of older versions: those by phone or chat with a key were made by agents. */
const BOOKED_WITH_A_KEY = `exists (
  select from appointment_events as booked
  where booked.appointment_id = a.id and booked.version = 1 and booked.key_name is not null)`;

/** What the row did not have, for the mail about it: why it is deleted, and all services of the visit. */
const ADD_WHY = `
  update told_appointments
  set deleted = deleted || jsonb_strip_nulls(jsonb_build_object('reason', $2::text, 'service', $3::text))
  where appointment_id = $1`;

/** Whoever had it before hears of that all the same, unless that was not to be told either. */
const LEAVE_UNTOLD = `
  delete from told_appointments where appointment_id = $1 and (client_id = $2 or waived is not null)`;

@Injectable()
export class AppointmentsRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  findAppointment(id: string): Promise<BookedAppointment | null> {
    return findWithClient(this.appointments.manager, { id });
  }

  /** What its client was told last. */
  findTold(appointment_id: string, client_id: string): Promise<ToldAppointment | null> {
    return this.appointments.manager.findOneBy(ToldAppointment, { appointment_id, client_id });
  }

  /** The appointment that an agent's key booked under its own id. */
  findAgentBooking(external_id: string, key_id: string): Promise<HeldBooking | null> {
    return this.appointments
      .createQueryBuilder('a')
      .select(['a.id', 'a.chat_id', 'a.resource', 'a.services', 'a.starts_at', 'a.ends_at'])
      .where('a.external_id = :external_id', { external_id })
      .andWhere(HELD_BY_KEY, { key_id })
      .andWhere(`coalesce(a.made_by_agent, a.source <> 'panel' and ${BOOKED_WITH_A_KEY})`)
      .orderBy('a.made_by_key', 'ASC', 'NULLS LAST')
      .limit(1)
      .getOne();
  }

  /** The appointment with this handle, whoever booked it. */
  findByHandle(handle: string): Promise<HeldBooking | null> {
    const select = {
      id: true,
      chat_id: true,
      resource: true,
      services: true,
      starts_at: true,
      ends_at: true,
    };
    return this.appointments.findOne({ select, where: { handle } });
  }

  /** The name of who cancelled each appointment last, by the id of the appointment. */
  async findWhoCancelled(ids: readonly string[]): Promise<Map<string, string>> {
    const { manager } = this.appointments;
    const events = await manager.find(AppointmentEvent, {
      where: { appointment_id: In([...ids]), to_status: 'cancelled', from_status: Not('cancelled') },
      order: { version: 'asc' },
    });
    return new Map(
      events.map(({ appointment_id, user_name, key_name }) => [appointment_id, user_name ?? key_name ?? '']),
    );
  }

  /** Oldest first; null if there is no such appointment. */
  async findHistory(id: string): Promise<AppointmentEvent[] | null> {
    const { manager } = this.appointments;
    const history = await manager.find(AppointmentEvent, {
      where: { appointment_id: id },
      order: { version: 'asc' },
    });
    return history.length > 0 || (await manager.existsBy(Appointment, { id })) ? history : null;
  }

  /**
   * Locks the appointment, lets the caller decide the change from the stored row, and stores it.
   * @returns null if there is no such appointment
   * @throws SlotTaken, AppError `version_mismatch`, `invalid_request` for a client that is not there
   */
  changeAppointment(
    id: string,
    versions: ExpectedVersions,
    updated_at: Date,
    decision: Decision,
  ): Promise<{ appointment: BookedAppointment; changed: boolean } | null> {
    return this.appointments.manager.transaction((transaction) =>
      changeIn(transaction, id, versions, { ...decision, updated_at }),
    );
  }

  /**
   * @throws AppError `version_mismatch`
   * @returns false if nothing has the id
   */
  deleteAppointment(
    id: string,
    versions: ExpectedVersions,
    auditOf: (stored: BookedAppointment) => AuditEvent,
    { notify, reason }: { notify: boolean; reason?: string | undefined },
  ): Promise<boolean> {
    return this.appointments.manager.transaction(async (transaction) => {
      if ((await lockRow(transaction, id, versions)) === null) return false;
      const stored = await getWithClient(transaction, id);
      await transaction.delete(Appointment, { id });
      if (!notify) await transaction.query(LEAVE_UNTOLD, [id, stored.client_id]);
      const why = [id, oneLine(reason ?? '') || null, inOneLine(stored.services) || null];
      await transaction.query(ADD_WHY, why);
      await transaction.insert(AuditEvent, auditOf(stored));
      return true;
    });
  }
}
