import type { Instant, Uuid } from '../kinds';
import type { FailedRowDto } from './client-files';

/** The columns of a file of appointments. `starts_at` and `client` are needed. */
export const APPOINTMENT_FILE_COLUMNS = [
  'external_id',
  'starts_at',
  'ends_at',
  'duration_minutes',
  'client',
  'phone',
  'email',
  'service',
  'resource',
  'title',
  'notes',
] as const;
export type AppointmentFileColumn = (typeof APPOINTMENT_FILE_COLUMNS)[number];

/** Why a row became no appointment. */
export const NOT_BOOKED_REASONS = [
  'taken',
  'busy',
  'all_day',
  'several_clients',
  'no_client',
  'no_resource',
  'unknown_resource',
  'unknown_service',
] as const;
/**
 * `taken`: another appointment is there; `busy`: a block or a calendar; `all_day`: it has no time; `several_clients`: more than one has the
 * name, and no number says who; `no_client`: nobody is named; `no_resource`: it names nobody and there are several;
 * `unknown_resource`, `unknown_service`: nobody and nothing that can be booked is called so.
 */
export type NotBookedReason = (typeof NOT_BOOKED_REASONS)[number];

/** A row that became no appointment. */
export interface NotBookedRowDto {
  /**
   * The line of the CSV file in which it begins; of a calendar the place of the event, by time.
   * @example 4
   */
  row: number;
  reason: NotBookedReason;
  /** @example Jana Nováková */
  name: string;
  starts_at: Instant;
  /**
   * Of `unknown_service` and `unknown_resource`: what the row calls it.
   * @example Massage
   */
  named: string | null;
  /** Of `several_clients`: who they are, at most 20. */
  with: { id: Uuid; name: string }[];
}

export interface AppointmentImportDto {
  /** Null: it was a dry run. */
  import_id: Uuid | null;
  created: number;
  /** Rows whose appointment is there already. */
  skipped: number;
  /** Clients who were not there before. */
  clients_made: number;
  /** Rows that could not be read, each with its first fault. */
  failed: FailedRowDto[];
  not_made: NotBookedRowDto[];
  /** Cells that could not be read, of rows that were taken all the same: their text is in the notes of the appointment. */
  warnings: FailedRowDto[];
  /** Events of a calendar that could not be read, or not as a whole. */
  unread: number;
}

/** An import of a file of appointments, without its rows. */
export interface ImportOfAppointmentsDto {
  id: Uuid;
  at: Instant;
  /**
   * Who imported it, as the name was then.
   * @example Ada
   */
  by: string;
  /**
   * Of the file, as it was sent; null: none was, or the import can no longer be taken back.
   * @example outlook-de.csv
   */
  file_name: string | null;
  created: number;
  skipped: number;
  failed: number;
  /** Null: it was not taken back. */
  undone_at: Instant | null;
  /** @example Ada */
  undone_by: string | null;
}

/** An appointment that an undo leaves as it is. */
export interface LeftAppointmentDto {
  id: Uuid;
  /**
   * Whose it is.
   * @example Jana Nováková
   */
  name: string;
  starts_at: Instant;
  /** `changed`: since the import; `begun`: its time has come. */
  why: 'changed' | 'begun';
}

/** @schema ImportedAppointment */
export interface ImportedAppointmentDto {
  id: Uuid;
  /**
   * Whose it is.
   * @example Jana Nováková
   */
  name: string;
  starts_at: Instant;
}

/** @schema ImportedClient */
export interface ImportedClientDto {
  id: Uuid;
  /** @example Jana Nováková */
  name: string;
}

/** What an import of appointments made and is there still, each at most 1,000. */
export interface ImportedAppointmentsDto {
  /** By their time. */
  appointments: ImportedAppointmentDto[];
  appointments_total: number;
  /** Who was not there before, by name. */
  clients: ImportedClientDto[];
  clients_total: number;
}

export interface AppointmentImportUndoneDto {
  /** Whether it had been taken back before, and nothing was done. */
  already_undone: boolean;
  /** Appointments that are gone. Clients that the import made stay. */
  deleted: number;
  left: LeftAppointmentDto[];
  /** Clients that the import made, at most 1,000, by name. */
  clients: ImportedClientDto[];
}
