import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  isLive,
  LIMITS,
  type ImportedClientDto,
  type ImportedAppointmentDto,
  type LeftAppointmentDto,
  type NotBookedReason,
  type PageDto,
} from '@groupless/shared-dto';
import { In, IsNull, LessThan, Not, Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { Retention } from '../../shared/retention';
import { Appointment, type BookedAppointment } from '../appointment.entity';
import { BookingsRepository, type NewBooking } from '../bookings/bookings.repository';
import type { Person } from '../bookings/read-booking';
import { lockRows, stateOf } from '../changes/appointment-writes.statements';
import { conflictOf } from '../series/series-conflicts';
import { ToldAppointment } from '../told/told-appointment.entity';
import { AppointmentImport } from './appointment-import.entity';
import { ImportedAppointment } from './imported-appointment.entity';

/** So long an import can be taken back. */
export const KEPT_DAYS = 30;
/** Rows that are booked together: their resources are locked as long as that takes. */
const PART = 100;
/** Longer than what a service wants kept free around a visit. */
const APART_MS = 4 * 3_600_000;

/** A row that can be booked. */
export interface BookableRow {
  row: number;
  booking: NewBooking & { booked_for: { person: Person } };
}

export interface ImportedRows {
  created: number;
  skipped: number;
  clients_made: number;
  not_made: { row: number; reason: NotBookedReason; with: { id: string; name: string }[] }[];
}

/** Whom a part made: a dry run makes a person once a part. */
type BookedPart = Omit<ImportedRows, 'clients_made'> & { clients_made: string[] };

export interface ImportedTerms {
  import: AppointmentImport;
  dry_run: boolean;
  reminds: boolean;
  /** Made once all is counted. */
  eventOf: (counts: Pick<ImportedRows, 'created' | 'skipped'>) => AuditEvent;
}

/** Thrown to roll a dry run back. */
class DryRunEnded extends Error {}

/** Imports follow each other: the second one of a file finds what the first one made. */
const LOCK = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.clientImport}, 1)`;
/** What is booked is told as one import. */
const NOTE_IMPORT = `select set_config('groupless.importing', 'on', true)`;
const TELL_IMPORT = `
  insert into hook_outbox (type, object)
  select type, jsonb_build_object('import_id', $1::uuid, 'created', $2::integer)
  from hook_events where type = 'appointments.imported'`;
const HAS_ID = 'select from appointments where external_id = $1 and made_by_key is null';
const HAS_TIME = `
  select from appointments where client_id = $1 and starts_at = $2 and folded_name(resource) = folded_name($3)`;

/** Appointments of files, and how they are taken back. */
@Injectable()
export class AppointmentImportsRepository {
  constructor(
    @InjectRepository(AppointmentImport) private readonly imports: Repository<AppointmentImport>,
    private readonly bookings: BookingsRepository,
    private readonly clients: ClientContactsService,
  ) {}

  /**
   * Books the rows, some at a time, so that nobody waits long for a resource. What is interrupted goes on when the same file is
   * imported again. Of a dry run nothing stays: what can meet in time is booked together.
   */
  async bookRows(rows: readonly BookableRow[], terms: ImportedTerms): Promise<ImportedRows> {
    const done: ImportedRows = { created: 0, skipped: 0, clients_made: 0, not_made: [] };
    const made = new Set<string>();
    const parts = terms.dry_run ? whatMeets(rows) : inParts(rows);
    for (const [at, rowsOfPart] of parts.entries()) {
      const isLast = at === parts.length - 1;
      const part = await this.bookPart(rowsOfPart, terms, { before: done, isFirst: at === 0, isLast });
      done.created += part.created;
      done.skipped += part.skipped;
      for (const person of part.clients_made) made.add(person);
      done.not_made.push(...part.not_made);
    }
    return { ...done, clients_made: made.size };
  }

  private async bookPart(
    rows: readonly BookableRow[],
    terms: ImportedTerms,
    { before, isFirst, isLast }: { before: ImportedRows; isFirst: boolean; isLast: boolean },
  ): Promise<BookedPart> {
    const part: BookedPart = { created: 0, skipped: 0, clients_made: [], not_made: [] };
    try {
      await this.imports.manager.transaction(async (transaction) => {
        await transaction.query(LOCK);
        await transaction.query(NOTE_IMPORT);
        if (isFirst && !terms.dry_run) await transaction.insert(AppointmentImport, terms.import);
        const booked: BookedAppointment[] = [];
        for (const one of rows) await this.bookRow(transaction, one, part, booked);
        if (terms.dry_run) throw new DryRunEnded();
        const { id } = terms.import;
        for (const appointment of booked) {
          const imported = { appointment_id: appointment.id, import_id: id, reminds: terms.reminds };
          await transaction.insert(ImportedAppointment, imported);
          // Its client has agreed to it elsewhere.
          const waived = stateOf(appointment);
          await transaction.update(ToldAppointment, { appointment_id: appointment.id }, { waived });
        }
        const created = before.created + part.created;
        const skipped = before.skipped + part.skipped;
        const failed = terms.import.failed + before.not_made.length + part.not_made.length;
        await transaction.update(AppointmentImport, { id }, { created, skipped, failed });
        if (!isLast) return;
        await transaction.insert(AuditEvent, terms.eventOf({ created, skipped }));
        await transaction.query(TELL_IMPORT, [id, created]);
      });
    } catch (error) {
      if (!(error instanceof DryRunEnded)) throw error;
    }
    return part;
  }

  private async bookRow(
    transaction: EntityManager,
    { row, booking }: BookableRow,
    part: BookedPart,
    booked: BookedAppointment[],
  ): Promise<void> {
    const { external_id, starts_at, resource } = booking.appointment;
    if (external_id !== null && (await transaction.query<unknown[]>(HAS_ID, [external_id])).length > 0) {
      part.skipped++;
      return;
    }
    const owners = await this.ownersOf(transaction, booking.booked_for.person);
    const [owner, ...others] = owners;
    if (others.length > 0) {
      const known = owners.map(({ id, name }) => ({ id, name }));
      part.not_made.push({ row, reason: 'several_clients', with: known });
      return;
    }
    if (owner !== undefined) {
      const same = await transaction.query<unknown[]>(HAS_TIME, [owner.id, starts_at, resource]);
      if (same.length > 0) {
        part.skipped++;
        return;
      }
    }
    const booked_for = owner === undefined ? booking.booked_for : { client_id: owner.id };
    try {
      const made = await this.bookings.book(transaction, { ...booking, booked_for });
      booked.push(made.appointment);
      part.created++;
      if (made.made_client) part.clients_made.push(JSON.stringify(booking.booked_for.person));
    } catch (error) {
      // The refused booking has written nothing.
      const conflict = conflictOf(error);
      if (conflict === null) throw error;
      part.not_made.push({ row, reason: conflict.code === 'busy' ? 'busy' : 'taken', with: [] });
    }
  }

  /** Who it is for: whose the number or the email is; without both, who is called so, all of them if they are several. */
  private async ownersOf(
    transaction: EntityManager,
    { name, phone, phone_as_given, email }: Person,
  ): Promise<{ id: string; name: string }[]> {
    const [owner] = await this.clients.listOwners(transaction, { name, phone, email });
    if (owner !== undefined) return [owner];
    if (phone !== null || email !== null) return [];
    const called = await this.clients.listOfName(transaction, name);
    // A number of which nobody knows the country is one by its digits.
    if (phone_as_given === null) return called;
    const digits = (text: string | null) => (text ?? '').replace(/\D/g, '');
    return called.filter((one) => digits(one.phone_as_given).includes(digits(phone_as_given))).slice(0, 1);
  }

  find(id: string): Promise<AppointmentImport | null> {
    return this.imports.findOneBy({ id });
  }

  /** The newest first. @throws AppError `invalid_cursor` */
  list(page: PageInput): Promise<PageDto<AppointmentImport>> {
    const query = this.imports.createQueryBuilder('import');
    return readEntityPage(query, [{ sql: 'import.id', kind: 'uuid', descending: true }], page);
  }

  /** The appointments that an import made, by their time. */
  async listMade(import_id: string): Promise<[ImportedAppointmentDto[], total: number]> {
    const [rows, total] = await this.made(import_id)
      .orderBy('appointment.starts_at')
      .addOrderBy('appointment.id')
      .limit(LIMITS.import_listed)
      .getManyAndCount();
    return [(rows as BookedAppointment[]).map(toImported), total];
  }

  /** The clients that an import made: with the first of their appointments, at the same moment. */
  async listMadeClients(import_id: string): Promise<ImportedClientDto[]> {
    const rows = await this.made(import_id).andWhere('client.created_at = appointment.created_at').getMany();
    const clients = new Map(
      (rows as BookedAppointment[]).map(({ client }) => [client?.id ?? '', client?.name ?? '']),
    );
    return [...clients].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  }

  private made(import_id: string) {
    return this.imports.manager
      .createQueryBuilder(Appointment, 'appointment')
      .innerJoin(ImportedAppointment, 'imported', 'imported.appointment_id = appointment.id')
      .leftJoinAndSelect('appointment.client', 'client')
      .where('imported.import_id = :import_id', { import_id });
  }

  /**
   * Deletes what an import made and nobody changed, unless its time has come.
   * @param eventOf of each that goes
   */
  async removeMade(
    import_id: string,
    now: Date,
    eventOf: (appointment: BookedAppointment) => AuditEvent,
  ): Promise<{ deleted: string[]; left: LeftAppointmentDto[] }> {
    const made = await this.imports.manager.find(ImportedAppointment, {
      where: { import_id },
      order: { appointment_id: 'ASC' },
    });
    const deleted: string[] = [];
    const left: LeftAppointmentDto[] = [];
    for (let at = 0; at < made.length; at += PART) {
      const ids = made.slice(at, at + PART).map(({ appointment_id }) => appointment_id);
      await this.imports.manager.transaction(async (transaction) => {
        const locked = await lockRows(transaction, ids);
        const clients = await transaction.find(Appointment, {
          where: { id: In(locked.map(({ id }) => id)) },
          relations: { client: true },
        });
        for (const one of clients as BookedAppointment[]) {
          const why =
            one.version > 1 ? 'changed' : one.starts_at <= now || !isLive(one.status) ? 'begun' : null;
          if (why !== null) {
            left.push({ ...toImported(one), why });
            continue;
          }
          await transaction.insert(AuditEvent, eventOf(one));
          await transaction.delete(Appointment, { id: one.id });
          deleted.push(one.id);
        }
      });
    }
    return { deleted, left };
  }

  markUndone(id: string, undone_at: Date, undone_by_name: string, event: AuditEvent): Promise<void> {
    return this.imports.manager.transaction(async (transaction) => {
      const where = { id, undone_at: IsNull() };
      const { affected } = await transaction.update(AppointmentImport, where, { undone_at, undone_by_name });
      if (affected === 1) await transaction.insert(AuditEvent, event);
    });
  }

  @Retention({ what: 'names of files of appointments', days: KEPT_DAYS })
  async forgetNames(before: Date): Promise<number> {
    const where = { at: LessThan(before), file_name: Not(IsNull()) };
    return (await this.imports.update(where, { file_name: null })).affected ?? 0;
  }
}

function toImported({ id, attendee_name, client, starts_at }: BookedAppointment): ImportedAppointmentDto {
  return { id, name: attendee_name ?? client?.name ?? '', starts_at: starts_at.toISOString() };
}

/** At least one part: an import without a row is kept too. */
function inParts(rows: readonly BookableRow[]): (readonly BookableRow[])[] {
  const parts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) =>
    rows.slice(at * PART, (at + 1) * PART),
  );
  return parts.length === 0 ? [[]] : parts;
}

/** Rows that are far apart in time are in different parts: none of one can take a time of another. */
function whatMeets(rows: readonly BookableRow[]): (readonly BookableRow[])[] {
  const parts: BookableRow[][] = [];
  let part: BookableRow[] = [];
  let until = -Infinity;
  const byTime = rows.toSorted((a, b) => startOf(a) - startOf(b));
  for (const row of byTime) {
    if (startOf(row) >= until + APART_MS) parts.push((part = []));
    part.push(row);
    until = Math.max(until, row.booking.appointment.ends_at.getTime());
  }
  // Where two want one time, the first of the file has it.
  return parts.map((one) => one.sort((a, b) => a.row - b.row));
}

function startOf({ booking }: BookableRow): number {
  return booking.appointment.starts_at.getTime();
}
