import type { AppointmentFileColumn } from '@groupless/shared-dto';
import { csvLine } from '../files/csv-text';
import { readNumberedRows } from '../import/csv-rows';
import type { AppointmentColumns, AppointmentField } from './appointment-columns';
import { orderOf, readClock, readDay, readMinutes, type DateOrder } from './read-times';

const SENT = [
  ...(['external_id', 'starts_at', 'ends_at', 'duration_minutes', 'client', 'phone'] as const),
  ...(['email', 'service', 'resource', 'title', 'notes'] as const),
] satisfies readonly AppointmentFileColumn[];

export interface AppointmentFileTerms {
  columns: AppointmentColumns;
  /** Where the dates themselves do not say it. */
  order: DateOrder;
  /** Whether what fills no field goes into the notes, with its heading. */
  rest: boolean;
}

/** What is sent, and the line of the file in which each of its rows begins. */
export interface SentAppointments {
  body: Blob;
  lines: number[];
}

/** The rows of a file in the columns that the API knows. */
export async function sentAppointments(file: Blob, terms: AppointmentFileTerms): Promise<SentAppointments> {
  const rows: { cells: string[]; line: number }[] = [];
  for await (const batch of readNumberedRows(file)) rows.push(...batch);
  const [header, ...others] = rows;
  const date = placeOf(terms.columns, 'date');
  const dated = date === -1 ? placeOf(terms.columns, 'start') : date;
  const order = orderOf(others.map(({ cells }) => cells[dated] ?? '')) ?? terms.order;
  const toRow = rowMaker(header?.cells ?? [], { ...terms, order });
  // One row a line, so that a line of what is sent is that of a row.
  const lines = others.map(({ cells }) =>
    csvLine(toRow(cells).map((cell) => cell.replaceAll(/[\r\n]+/g, ' / '))),
  );
  return {
    body: new Blob([csvLine(SENT), ...lines], { type: 'text/csv' }),
    lines: others.map(({ line }) => line),
  };
}

function placeOf(columns: AppointmentColumns, field: AppointmentField): number {
  return columns.indexOf(field);
}

function rowMaker(
  header: readonly string[],
  { columns, order, rest }: AppointmentFileTerms,
): (cells: readonly string[]) => string[] {
  const left = rest ? columns.flatMap((field, place) => (field === null ? [place] : [])) : [];
  return (cells) => {
    const one = (field: AppointmentField) => cells[placeOf(columns, field)]?.trim() ?? '';
    const startDay = readDay(one('date') || one('start'), order);
    const start = timeOf(one('start'), startDay, order);
    const end = timeOf(one('end'), readDay(one('start'), order) ?? startDay, order);
    const noted = left
      .map((place) => ({ heading: header[place]?.trim() ?? '', cell: cells[place]?.trim() ?? '' }))
      .filter(({ cell }) => cell !== '')
      .map(({ heading, cell }) => (heading === '' ? cell : `${heading}: ${cell}`));
    const values: Record<(typeof SENT)[number], string> = {
      external_id: one('external_id'),
      starts_at: start ?? [one('date'), one('start')].filter(Boolean).join(' '),
      ends_at: one('end') === '' ? '' : (end ?? one('end')),
      duration_minutes: one('duration') === '' ? '' : readMinutes(one('duration')),
      client: one('client') || [one('first_name'), one('last_name')].filter(Boolean).join(' '),
      phone: one('phone'),
      email: one('email'),
      service: one('service'),
      resource: one('resource'),
      title: one('title'),
      notes: [one('notes'), ...noted].filter(Boolean).join('\n'),
    };
    return SENT.map((column) => values[column]);
  };
}

/** `2026-12-01T08:00` of a cell with a time, or with a date and a time; an instant stays as it is; null: it is none. */
function timeOf(cell: string, usual: { day: string; rest: string } | null, order: DateOrder): string | null {
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(cell)) return cell;
  const dated = readDay(cell, order);
  const day = dated ?? usual;
  const clock = readClock(dated === null ? cell || (usual?.rest ?? '') : dated.rest);
  return day === null || clock === null ? null : `${day.day}T${clock}`;
}
