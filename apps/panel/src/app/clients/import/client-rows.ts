import { LIMITS, type ClientColumn } from '@groupless/shared-dto';
import { toInstantOrNext } from '../../i18n/zoned-time';
import { csvLine } from '../files/csv-text';
import { readClock, readDay, type DateOrder } from '../import-appointments/read-times';
import {
  columnsLeft,
  columnsOf,
  isMobile,
  isOfNotes,
  labelColumn,
  type ColumnMap,
  type ImportField,
} from './column-map';
import { readCsvRows } from './csv-rows';

/** With which Google parts several values of one cell. */
const BETWEEN = /\s*:::\s*/;
/** Groups that Google has itself, such as `* friends`. */
const OWN_GROUP = /^\*\s*/;
/** The one in which all contacts are. */
const EVERYBODY = /^\*\s*mycontacts$/i;

/** An empty cell, and what Outlook and Google write in place of one. */
const NOTHING = /^(?:|0\.0\.0+|0\/0\/0+|\*)$/;

/** Fields that are times. */
export const TIMES = ['created_at', 'updated_at', 'last_activity_at'] as const;

export interface Mapping {
  map: ColumnMap;
  /** Whether clients who are there are changed. */
  updates: boolean;
  /** Whether what fills no field goes into the notes, with its heading. */
  rest: boolean;
  /** In which order the dates of each column name day and month. */
  orders: readonly DateOrder[];
  /** Of times without an offset. */
  time_zone: string;
}

/** The same rows in the columns that the API knows. */
export async function rewritten(
  file: Blob,
  mapping: Mapping,
  onProgress: (share: number) => void = () => undefined,
): Promise<Blob> {
  const columns = columnsIn(mapping);
  const parts: string[] = [csvLine(columns)];
  let characters = 0;
  let toRow: ((cells: readonly string[]) => string[]) | null = null;
  for await (const batch of readCsvRows(file)) {
    const rows = toRow === null ? batch.slice(1) : batch;
    if (toRow === null && batch[0] !== undefined) toRow = rowMaker(batch[0], mapping);
    const text = rows.map((row) => csvLine(toRow?.(row) ?? [])).join('');
    parts.push(text);
    characters += text.length;
    onProgress(Math.min(1, characters / file.size));
  }
  return new Blob(parts, { type: 'text/csv' });
}

export function columnsIn({ map, updates, rest }: Mapping): ClientColumn[] {
  return columnsOf(map, updates, rest);
}

/** Makes of a row of the file what is sent of it, by `columnsIn()`. */
export function rowMaker(
  header: readonly string[],
  mapping: Mapping,
): (cells: readonly string[]) => string[] {
  const { map, updates, rest, time_zone } = mapping;
  const columns = columnsIn(mapping);
  const left = rest && !updates ? columnsLeft(header, map) : [];
  const placesOf = (field: ImportField) => map.flatMap((one, place) => (one === field ? [place] : []));
  const numbersOf = numberReader(header, map);
  const emails = placesOf('email');
  const noted = [...placesOf('notes').filter((place) => !isOfNotes(header[place] ?? '')), ...left];
  /** What stands in columns that are no notes by themselves, each with its heading. */
  const withHeadings = (cells: readonly string[]) =>
    noted
      .map((place) => ({ heading: header[place]?.trim() ?? '', cell: cells[place]?.trim() ?? '' }))
      .filter(({ cell }) => !NOTHING.test(cell))
      .map(({ heading, cell }) => (heading === '' ? cell : `${heading}: ${cell}`));
  return (cells: readonly string[]): string[] => {
    const all = (field: ImportField, isMeant: (place: number) => boolean = () => true) =>
      placesOf(field)
        .filter(isMeant)
        .map((place) => cells[place] ?? '')
        .filter((cell) => cell.trim() !== '');
    const one = (field: ImportField) => all(field)[0] ?? '';
    const numbers = numbersOf(cells);
    const addresses = emails.flatMap((place) => partsOf(cells[place] ?? ''));
    const person = [one('first_name'), one('middle_name'), one('last_name')].filter(Boolean).join(' ');
    const values: Partial<Record<ClientColumn, string>> = {
      name: one('name') || person || one('company'),
      phone: numbers[0]?.number ?? '',
      other_phones: [...all('other_phones'), ...numbers.slice(1).map(labelled)].join(', '),
      email: addresses[0] ?? '',
      // Of a client who is there, they would take the place of the notes.
      notes: [
        ...all('notes', (place) => isOfNotes(header[place] ?? '')),
        ...(updates ? [] : addresses.slice(1)),
        ...withHeadings(cells),
      ].join('\n'),
      tags: all('tags')
        .flatMap(partsOf)
        .filter((tag) => !EVERYBODY.test(tag.trim()))
        .map((tag) => tag.replace(OWN_GROUP, ''))
        .join(', '),
    };
    for (const field of TIMES) {
      const place = placesOf(field)[0];
      if (place !== undefined)
        values[field] = instantOf(cells[place] ?? '', mapping.orders[place] ?? 'day_first', time_zone);
    }
    const row = columns.map((column) => values[column] ?? one(column));
    // Cells beyond the header stay unless they are empty: the API says which row has too many.
    return [...row, ...cells.slice(map.length).filter((cell) => cell !== '')];
  };
}

/** The instant of a date or a local time, as the API takes it; an instant stays as it is, and what is neither. */
function instantOf(cell: string, order: DateOrder, time_zone: string): string {
  const dated = readDay(cell, order);
  const time = dated?.rest === '' ? '00:00' : readClock(dated?.rest ?? '');
  if (dated === null || time === null) return cell;
  return toInstantOrNext({ date: dated.day, time }, time_zone) ?? cell;
}

interface FoundNumber {
  number: string;
  label: string;
  isMobile: boolean;
  /** Of its column. */
  place: number;
}

/** The numbers of a row, a mobile one first. */
function numberReader(
  header: readonly string[],
  map: ColumnMap,
): (cells: readonly string[]) => readonly FoundNumber[] {
  const places = map.flatMap((one, place) => (one === 'phone' ? [place] : []));
  const columns = places.map((place) => ({
    place,
    label: labelColumn(header, place),
    /** One column alone says nothing by its heading. */
    heading: places.length > 1 ? (header[place] ?? '') : '',
  }));
  return (cells) =>
    columns
      .flatMap(({ place, label, heading }) =>
        partsOf(cells[place] ?? '').map((number) => ({
          ...{ number, place },
          label: label === -1 ? heading.replace(/\s*-\s*value$/i, '') : (cells[label] ?? ''),
          isMobile: isMobile(label === -1 ? heading : (cells[label] ?? '')),
        })),
      )
      .sort((a, b) => Number(b.isMobile) - Number(a.isMobile));
}

const NAMES: readonly (ImportField | null)[] = ['name', 'first_name', 'middle_name', 'last_name', 'company'];

/** Of which columns what is sent of a field comes. */
export function sourceReader(
  header: readonly string[],
  map: ColumnMap,
): (field: string, cells: readonly string[]) => number[] {
  const numbersOf = numberReader(header, map);
  return (field, cells) => {
    const filled = (isMeant: (one: ImportField | null) => boolean) =>
      map.flatMap((one, place) => (isMeant(one) && (cells[place] ?? '').trim() !== '' ? [place] : []));
    const own = filled((one) => (field === 'name' ? NAMES.includes(one) : one === field));
    if (field === 'phone')
      return numbersOf(cells)
        .slice(0, 1)
        .map(({ place }) => place);
    if (field === 'email') return own.slice(0, 1);
    const numbers = field === 'other_phones' ? numbersOf(cells).slice(1) : [];
    return [...new Set([...own, ...numbers.map(({ place }) => place)])];
  };
}

function partsOf(cell: string): string[] {
  return cell.split(BETWEEN).filter((part) => part.trim() !== '');
}

/** As the column of further numbers takes it: `+12125550124 (Mother)`. */
function labelled({ number, label }: { number: string; label: string }): string {
  const plain = label.replace(OWN_GROUP, '').replaceAll(/[(),;\\]/g, ' ');
  const words = [...plain].slice(0, LIMITS.phone_label.max).join('').trim();
  // A sign that parts numbers there stands within one.
  const whole = number.replaceAll(/[\\,;]/g, '\\$&');
  return words === '' ? whole : `${whole} (${words})`;
}
