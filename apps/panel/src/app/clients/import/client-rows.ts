import { LIMITS, type ClientColumn } from '@groupless/shared-dto';
import { csvLine } from '../files/csv-text';
import { columnsOf, labelColumn, type ColumnMap, type ImportField } from './column-map';
import { readCsvRows } from './csv-rows';

/** With which Google parts several values of one cell. */
const BETWEEN = /\s*:::\s*/;
/** Groups that Google has itself, such as `* friends`. */
const OWN_GROUP = /^\*\s*/;
/** The one in which all contacts are. */
const EVERYBODY = /^\*\s*mycontacts$/i;

export interface Mapping {
  map: ColumnMap;
  /** Whether clients who are there are changed. */
  updates: boolean;
}

/** The same rows in the columns that the API knows. */
export async function rewritten(
  file: Blob,
  { map, updates }: Mapping,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const columns = columnsOf(map, updates);
  const parts: string[] = [csvLine(columns)];
  let characters = 0;
  let toRow: ((cells: readonly string[]) => string[]) | null = null;
  for await (const batch of readCsvRows(file)) {
    const rows = toRow === null ? batch.slice(1) : batch;
    if (toRow === null && batch[0] !== undefined) toRow = rowMaker(batch[0], { map, updates }, columns);
    const text = rows.map((row) => csvLine(toRow?.(row) ?? [])).join('');
    parts.push(text);
    characters += text.length;
    onProgress(Math.min(1, characters / file.size));
  }
  return new Blob(parts, { type: 'text/csv' });
}

function rowMaker(header: readonly string[], { map, updates }: Mapping, columns: readonly ClientColumn[]) {
  const placesOf = (field: ImportField) => map.flatMap((one, place) => (one === field ? [place] : []));
  const phones = placesOf('phone').map((place) => ({
    place,
    label: labelColumn(header, place),
    /** One column alone says nothing by its heading. */
    heading: placesOf('phone').length > 1 ? (header[place] ?? '') : '',
  }));
  const emails = placesOf('email');
  return (cells: readonly string[]): string[] => {
    const all = (field: ImportField) =>
      placesOf(field)
        .map((place) => cells[place] ?? '')
        .filter((cell) => cell.trim() !== '');
    const one = (field: ImportField) => all(field)[0] ?? '';
    const numbers = phones.flatMap(({ place, label, heading }) =>
      partsOf(cells[place] ?? '').map((number) => ({
        number,
        label: label === -1 ? heading.replace(/\s*-\s*value$/i, '') : (cells[label] ?? ''),
      })),
    );
    const addresses = emails.flatMap((place) => partsOf(cells[place] ?? ''));
    const person = [one('first_name'), one('middle_name'), one('last_name')].filter(Boolean).join(' ');
    const values: Partial<Record<ClientColumn, string>> = {
      name: one('name') || person || one('company'),
      phone: numbers[0]?.number ?? '',
      other_phones: [...all('other_phones'), ...numbers.slice(1).map(labelled)].join(', '),
      email: addresses[0] ?? '',
      // Of a client who is there, they would take the place of the notes.
      notes: [...all('notes'), ...(updates ? [] : addresses.slice(1))].join('\n'),
      tags: all('tags')
        .flatMap(partsOf)
        .filter((tag) => !EVERYBODY.test(tag.trim()))
        .map((tag) => tag.replace(OWN_GROUP, ''))
        .join(', '),
    };
    const row = columns.map((column) => values[column] ?? one(column));
    // Cells beyond the header stay unless they are empty: the API says which row has too many.
    return [...row, ...cells.slice(map.length).filter((cell) => cell !== '')];
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
