import {
  APPOINTMENT_FILE_COLUMNS,
  isSameName,
  LIMITS,
  OUTSIDE_ID,
  type AppointmentFileColumn,
  type FailedRowDto,
} from '@groupless/shared-dto';
import { undefused } from '@groupless/shared-dto/business/csv-cells';
import { createHash } from 'node:crypto';
import type { CalendarAppointment } from '../../busy-times/calendars/calendar-files.service';
import { AppError } from '../../platform/errors/app-error';
import { codePoints } from '../../platform/validation/lengths';
import { readTime } from '../../platform/validation/times/local-time';
import { instantOf, localTimeOf } from '../../platform/validation/times/time-fields';
import { readRecords } from '../../shared/csv/csv-records';
import { decodeText } from '../../shared/csv/decoded-text';
import { invalidCsv } from '../../shared/csv/invalid-csv';
import { oneLine } from '../../shared/one-line';

const MINUTE_MS = 60_000;

/** An appointment as a file has it. */
export interface AppointmentRow {
  row: number;
  external_id: string | null;
  start: number;
  /** Null: as long as the service, else one slot. */
  end: number | null;
  is_all_day: boolean;
  client: string;
  phone: string;
  email: string;
  service: string;
  resource: string;
  title: string;
  notes: string;
}

export interface ReadRows {
  rows: AppointmentRow[];
  failed: FailedRowDto[];
}

class UnreadableCell extends Error {
  constructor(
    readonly field: AppointmentFileColumn,
    readonly code: string,
  ) {
    super(`${field}: ${code}`);
  }
}

/**
 * The appointments of a CSV file.
 * @throws AppError `invalid_csv`
 */
export async function readCsv(body: Buffer, time_zone: string): Promise<ReadRows> {
  const read: ReadRows = { rows: [], failed: [] };
  let columns: AppointmentFileColumn[] | null = null;
  for await (const { cells, line } of readRecords(decodeText(once(body)))) {
    if (columns === null) {
      columns = columnsOf(cells);
      continue;
    }
    if (read.rows.length + read.failed.length === LIMITS.appointment_import_rows)
      throw invalidCsv(`There are more than ${LIMITS.appointment_import_rows} rows. Split the file.`, line);
    try {
      read.rows.push(readRow(columns, cells, { row: line, time_zone }));
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      read.failed.push({ row: line, field: error.field, code: error.code });
    }
  }
  if (columns === null) throw invalidCsv('The file is empty. Its first line names the columns.');
  return read;
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(body);
}

/** @throws AppError `invalid_csv` */
function columnsOf(cells: readonly string[]): AppointmentFileColumn[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const accepted = `The first line names the columns. Accepted: ${APPOINTMENT_FILE_COLUMNS.join(', ')}.`;
  const stranger = names.find((name) => !(APPOINTMENT_FILE_COLUMNS as readonly string[]).includes(name));
  if (stranger !== undefined)
    throw invalidCsv(`${JSON.stringify(stranger.slice(0, 60))} is no column. ${accepted}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidCsv(`The column ${twice} is there twice.`);
  const missing = ['starts_at', 'client'].find((name) => !names.includes(name));
  if (missing !== undefined) throw invalidCsv(`The column ${missing} is missing. ${accepted}`);
  return names as AppointmentFileColumn[];
}

/** @throws UnreadableCell */
function readRow(
  columns: readonly AppointmentFileColumn[],
  cells: readonly string[],
  { row, time_zone }: { row: number; time_zone: string },
): AppointmentRow {
  const cell = (field: AppointmentFileColumn) => undefused(cells[columns.indexOf(field)] ?? '').trim();
  const line = (field: AppointmentFileColumn, { max }: { max: number }) => {
    const text = oneLine(cell(field));
    if (codePoints(text) > max) throw new UnreadableCell(field, 'too_long');
    return text;
  };
  const time = (field: 'starts_at' | 'ends_at') => {
    const text = cell(field).replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
    if (text === '') return null;
    if (instantOf(text) === null && localTimeOf(text) === null)
      throw new UnreadableCell(field, 'invalid_format');
    try {
      return readTime(field, text, time_zone);
    } catch (error) {
      const code = error instanceof AppError ? error.extras.members?.errors?.[0]?.code : undefined;
      if (code === undefined) throw error;
      throw new UnreadableCell(field, code);
    }
  };
  const start = time('starts_at');
  if (start === null) throw new UnreadableCell('starts_at', 'required');
  const minutes = cell('duration_minutes');
  if (minutes !== '' && !/^\d{1,5}$/.test(minutes))
    throw new UnreadableCell('duration_minutes', 'invalid_format');
  const end = time('ends_at') ?? (minutes === '' ? null : start + Number(minutes) * MINUTE_MS);
  if (end !== null && !isLength(end - start))
    throw new UnreadableCell(cell('ends_at') === '' ? 'duration_minutes' : 'ends_at', 'out_of_range');
  const external_id = cell('external_id') || null;
  if (external_id !== null && !isOutsideId(external_id))
    throw new UnreadableCell('external_id', 'invalid_format');
  const notes = cell('notes');
  if (codePoints(notes) > LIMITS.description.max) throw new UnreadableCell('notes', 'too_long');
  return {
    ...{ row, external_id, start, end, is_all_day: false, notes },
    client: line('client', LIMITS.client_name),
    phone: line('phone', LIMITS.heard_contact),
    email: line('email', LIMITS.heard_contact),
    service: line('service', LIMITS.service_name),
    resource: line('resource', LIMITS.resource),
    title: line('title', LIMITS.title),
  };
}

function isOutsideId(text: string): boolean {
  return OUTSIDE_ID.test(text) && codePoints(text) <= LIMITS.outside_id.max;
}

function isLength(ms: number): boolean {
  return ms > 0 && ms <= LIMITS.appointment_minutes.max * MINUTE_MS;
}

/** What stands between a service and a name in a title. */
const BETWEEN = /\s+[-–—|·/]\s+|\s*:\s+|,\s+|\s*[()]\s*/u;

/**
 * The appointments of a calendar. Its titles name the client, or a service and the client; a guest with a name is the client.
 * @param services all that are offered
 */
export function readEvents(events: readonly CalendarAppointment[], services: readonly string[]): ReadRows {
  const read: ReadRows = { rows: [], failed: [] };
  for (const [index, event] of events.entries()) {
    const { uid, start, end, is_all_day, title, name, email, notes } = event;
    const row = index + 1;
    if (!is_all_day && !isLength(end - start)) {
      read.failed.push({ row, field: 'ends_at', code: 'out_of_range' });
      continue;
    }
    const whole = oneLine(title);
    const parts = whole.split(BETWEEN).filter((part) => part !== '');
    const named = [whole, ...parts].find((part) => services.some((service) => isSameName(service, part)));
    const rest = named === undefined ? [whole] : parts.filter((part) => part !== named);
    read.rows.push({
      ...{ row, start, end, is_all_day, email, title: cut(whole, LIMITS.title) },
      external_id:
        uid === null ? null : isOutsideId(uid) ? uid : createHash('sha256').update(uid).digest('base64url'),
      client: cut(oneLine(name) || (named === whole ? '' : rest.join(' ')), LIMITS.client_name),
      phone: '',
      service: named ?? '',
      resource: '',
      notes: cut(notes, LIMITS.description),
    });
  }
  return read;
}

function cut(text: string, { max }: { max: number }): string {
  return [...text.replaceAll('\0', '')].slice(0, max).join('').trim();
}
