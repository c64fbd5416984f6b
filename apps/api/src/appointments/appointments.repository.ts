import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { APPOINTMENT_SORTS } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import type { SortKey } from '../database/page-statements';
import { readPage, type PageInput } from '../database/read-page';
import { AppError } from '../shared/errors/app-error';
import type { VersionedRow } from '../shared/http/answer';
import type { ExpectedVersions } from '../shared/http/if-match';
import type { JsonText } from '../shared/http/json-text';
import type { AppointmentChange } from './appointment-change';
import { AppointmentEvent } from './appointment-event.entity';
import { LOCK_RESOURCES, throwFaultOf, wantedBy } from './appointment-faults';
import { conditionsOf, type AppointmentFilters } from './appointment-filters';
import { APPOINTMENT_FROM, APPOINTMENT_JSON, APPOINTMENT_TAG, EVENT_JSON } from './appointment-json';
import { Appointment } from './appointment.entity';
import { refuseWithinBuffer } from './availability/schedule.repository';

export type AppointmentSort = (typeof APPOINTMENT_SORTS)[number];
/** With the version that `APPOINTMENT_TAG` makes. */
export type AppointmentRow = VersionedRow<string>;

/** What is written beside a change. */
export interface ChangeRecords {
  history: Omit<AppointmentEvent, 'appointment'>;
  audit: AuditEvent;
}

/** What happens to an appointment, said of the stored row once nobody else can change it. */
export interface Decision {
  /** Null where nothing changes. */
  decide: (stored: Appointment) => AppointmentChange | null;
  /** How long the resource has to be free before and after a new time. */
  buffer_minutes: number;
  recordsOf: (stored: Appointment, change: AppointmentChange) => ChangeRecords;
}

function sortKeys(sort: AppointmentSort): SortKey[] {
  const descending = sort.startsWith('-');
  return [
    { sql: `a.${sort.replace('-', '')}`, kind: 'time', descending },
    { sql: 'a.id', kind: 'uuid', descending },
  ];
}

const FIND = {
  name: 'find_appointment',
  text: `select ${APPOINTMENT_JSON} as row, ${APPOINTMENT_TAG} as version from ${APPOINTMENT_FROM} where a.id = $1`,
};
const LIST_EVENTS = {
  name: 'list_appointment_events',
  text: `
    select coalesce((select '[' || string_agg(${EVENT_JSON}, ',' order by version) || ']'
                     from appointment_events where appointment_id = $1), '[]') as events
    from appointments where id = $1`,
};

/** What older versions recorded of who booked: bookings by phone or chat with a key are those of agents. */
const BOOKED_WITH_A_KEY = `exists (
  select from appointment_events as booked
  where booked.appointment_id = a.id and booked.version = 1 and booked.key_name is not null)`;

@Injectable()
export class AppointmentsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  listAppointments(filters: AppointmentFilters, sort: AppointmentSort, page: PageInput): Promise<JsonText> {
    const list = {
      name: 'appointments',
      row: APPOINTMENT_JSON,
      from: APPOINTMENT_FROM,
      ...conditionsOf(filters),
    };
    return readPage(this.statements, { ...list, sort: sortKeys(sort) }, page);
  }

  async findAppointment(id: string): Promise<AppointmentRow | null> {
    const [found] = await this.statements.run<AppointmentRow>(FIND, [id]);
    return found ?? null;
  }

  /** The id of the appointment that an agent's key booked with its own id. */
  async findAgentBooking(external_id: string): Promise<string | null> {
    const found = await this.panel.manager
      .createQueryBuilder(Appointment, 'a')
      .select('a.id')
      .where('a.external_id = :external_id', { external_id })
      .andWhere(`coalesce(a.made_by_agent, a.source <> 'panel' and ${BOOKED_WITH_A_KEY})`)
      .getOne();
    return found?.id ?? null;
  }

  /** Oldest first; null if there is no such appointment. */
  async findHistory(id: string): Promise<JsonText | null> {
    const [found] = await this.statements.run<{ events: JsonText }>(LIST_EVENTS, [id]);
    return found?.events ?? null;
  }

  /**
   * Changes an appointment as is decided of the stored one.
   * @throws SlotTaken, AppError `version_mismatch`, `invalid_request` for a client that is not there
   * @returns null if nothing has the id
   */
  changeAppointment(
    id: string,
    versions: ExpectedVersions,
    updated_at: Date,
    { decide, buffer_minutes, recordsOf }: Decision,
  ): Promise<(AppointmentRow & { changed: boolean }) | null> {
    return this.panel.transaction(async (transaction) => {
      const stored = await lockRow(transaction, id, versions);
      if (stored === null) return null;
      const change = decide(stored);
      if (change === null) return { ...(await readRow(transaction, id)), changed: false };
      const { columns, moves } = change;
      const wanted = Object.assign(new Appointment(), stored, columns);
      await transaction.query(LOCK_RESOURCES, [[stored.resource, wanted.resource]]);
      if (moves) await refuseWithinBuffer(transaction, wantedBy(wanted), buffer_minutes);
      const raised = {
        version: stored.version + 1,
        times_moved: stored.times_moved + (moves ? 1 : 0),
        updated_at,
      };
      await transaction
        .update(Appointment, { id }, { ...columns, ...raised })
        .catch((error: unknown) => throwFaultOf(wanted, error));
      const { history, audit } = recordsOf(stored, change);
      await transaction.insert(AppointmentEvent, history);
      await transaction.insert(AuditEvent, audit);
      return { ...(await readRow(transaction, id)), changed: true };
    });
  }

  /**
   * @throws AppError `version_mismatch`
   * @returns false if nothing has the id
   */
  deleteAppointment(id: string, versions: ExpectedVersions, audit: AuditEvent): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      if ((await lockRow(transaction, id, versions)) === null) return false;
      await transaction.delete(Appointment, { id });
      await transaction.insert(AuditEvent, audit);
      return true;
    });
  }
}

/** @throws AppError `version_mismatch` */
async function lockRow(
  transaction: EntityManager,
  id: string,
  versions: ExpectedVersions,
): Promise<Appointment | null> {
  // Not the full lock: whoever deletes the client looks at this row meanwhile, and must not have to wait for it.
  const stored = await transaction.findOne(Appointment, {
    where: { id },
    lock: { mode: 'for_no_key_update' },
  });
  if (stored !== null && versions !== null && !versions.includes(stored.version))
    throw new AppError('version_mismatch', 'The appointment was changed since it was read. Read it again.');
  return stored;
}

async function readRow(transaction: EntityManager, id: string): Promise<AppointmentRow> {
  const [row] = await transaction.query<[AppointmentRow]>(FIND.text, [id]);
  return row;
}
