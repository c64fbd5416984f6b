import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AppointmentStatus } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import {
  FIND_OR_MAKE_CLIENT,
  findOrMakeValues,
  TOUCH_CLIENT,
  type FoundClient,
} from '../clients/client.entity';
import { PanelStatements } from '../database/database.module';
import { breaks } from '../database/violations';
import type { VersionedRow } from '../shared/http/answer';
import { AppointmentEvent } from './appointment-event.entity';
import { LOCK_EXTERNAL_ID, LOCK_RESOURCES, throwFaultOf, wantedBy } from './appointment-faults';
import { APPOINTMENT_FROM, APPOINTMENT_JSON, APPOINTMENT_TAG } from './appointment-json';
import { Appointment } from './appointment.entity';
import { refuseWithinBuffer } from './availability/schedule.repository';
import type { BookedFor } from './read-booking';

export type BookedRow = VersionedRow<string> & { id: string; status: AppointmentStatus };

export interface NewBooking {
  appointment: Omit<Appointment, 'client' | 'client_id' | 'version' | 'times_moved'>;
  booked_for: BookedFor;
  /** How long the resource has to be free before and after it. */
  buffer_minutes: number;
  /** The id of the client that is made if nobody is found. */
  new_client_id: string;
  history: Omit<AppointmentEvent, 'appointment'>;
  audit: AuditEvent;
  /** For a client that is made on the way. */
  client_audit: AuditEvent;
}

/** An appointment that was made, or was there with this `external_id`. */
export type Booked = { row: BookedRow; is_new: false } | NewlyBooked;

export interface NewlyBooked {
  row: BookedRow;
  is_new: true;
  client_id: string;
  /** Whether the client was made with it. */
  made_client: boolean;
}

const FIND_KNOWN = {
  name: 'find_appointment_by_external_id',
  text: `select a.id, a.status, ${APPOINTMENT_JSON} as row, ${APPOINTMENT_TAG} as version from ${APPOINTMENT_FROM}
    where a.external_id = $1`,
};
const READ = `select a.id, a.status, ${APPOINTMENT_JSON} as row, ${APPOINTMENT_TAG} as version from ${APPOINTMENT_FROM}
  where a.id = $1`;

/** Carries what a transaction found out of it, and everything that it wrote back. */
class NotMeant extends Error {
  constructor(readonly booked: Booked) {
    super('This was only tried.');
  }
}

@Injectable()
export class BookingsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  async findByExternalId(external_id: string): Promise<BookedRow | null> {
    const [found] = await this.statements.run<BookedRow>(FIND_KNOWN, [external_id]);
    return found ?? null;
  }

  /**
   * Books, unless the `external_id` is known by now.
   * @param dry_run whether to take all of it back
   * @throws SlotTaken, AppError `invalid_request` for a client that is not there
   */
  async insertBooking(booking: NewBooking, dry_run: boolean): Promise<Booked> {
    try {
      return await this.attempt(booking, dry_run).catch((error: unknown) => {
        const was_found = 'person' in booking.booked_for && breaks(error, 'appointments_client');
        if (!was_found) throw error;
        // The client was removed in this very moment: now somebody else is found, or made.
        return this.attempt(booking, dry_run);
      });
    } catch (error) {
      return throwFaultOf(booking.appointment, error);
    }
  }

  private async attempt(booking: NewBooking, dry_run: boolean): Promise<Booked> {
    try {
      return await this.panel.transaction(async (transaction) => {
        const booked = await book(transaction, booking);
        if (dry_run) throw new NotMeant(booked);
        return booked;
      });
    } catch (error) {
      if (error instanceof NotMeant) return error.booked;
      throw error;
    }
  }
}

async function book(transaction: EntityManager, booking: NewBooking): Promise<Booked> {
  const { appointment, history } = booking;
  const known = await findKnown(transaction, appointment.external_id);
  if (known !== null) return { row: known, is_new: false };
  await transaction.query(LOCK_RESOURCES, [[appointment.resource]]);
  await refuseWithinBuffer(transaction, wantedBy(appointment), booking.buffer_minutes);
  const { client_id, made_client, notes } = await findClient(transaction, booking);
  await transaction.insert(Appointment, { ...appointment, client_id, notes });
  await transaction.insert(AppointmentEvent, history);
  await transaction.insert(AuditEvent, [booking.audit, ...(made_client ? [booking.client_audit] : [])]);
  const [row] = await transaction.query<[BookedRow]>(READ, [appointment.id]);
  return { row, is_new: true, client_id, made_client };
}

async function findKnown(transaction: EntityManager, external_id: string | null): Promise<BookedRow | null> {
  if (external_id === null) return null;
  await transaction.query(LOCK_EXTERNAL_ID, [external_id]);
  const [known] = await transaction.query<BookedRow[]>(FIND_KNOWN.text, [external_id]);
  return known ?? null;
}

async function findClient(
  transaction: EntityManager,
  { booked_for, new_client_id, appointment }: NewBooking,
): Promise<{ client_id: string; made_client: boolean; notes: string }> {
  const { created_at: at, notes } = appointment;
  if ('client_id' in booked_for) {
    const client_id = booked_for.client_id.toLowerCase();
    await transaction.query(TOUCH_CLIENT, [client_id, at]);
    return { client_id, made_client: false, notes };
  }
  const person = { ...booked_for.person, id: new_client_id, source: appointment.source, at };
  const [client] = await transaction.query<[FoundClient]>(FIND_OR_MAKE_CLIENT, findOrMakeValues(person));
  // A known client's notes are people's; what was said of this booking stays with it.
  const kept = client.made ? [notes] : [notes, person.notes];
  return {
    client_id: client.id,
    made_client: client.made,
    notes: kept.filter((text) => text !== '').join('\n'),
  };
}
