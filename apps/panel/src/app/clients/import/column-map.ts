import { CLIENT_COLUMNS, type ClientColumn } from '@groupless/shared-dto';
import { csvLine } from '../files/csv-text';
import { readCsvRows } from './csv-rows';

/** For each column of a file the field that it fills; null: it is left out. */
export type ColumnMap = readonly (ClientColumn | null)[];

/** What columns are called elsewhere, without signs and case. */
const OTHER_NAMES: Partial<Record<ClientColumn, readonly string[]>> = {
  name: ['fullname', 'client', 'clientname', 'customer', 'contact', 'имя', 'фио', 'клиент'],
  phone: ['phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'телефон', 'номер', 'номертелефона'],
  email: ['mail', 'emailaddress', 'почта', 'электроннаяпочта', 'элпочта'],
  company: ['organization', 'organisation', 'firm', 'компания', 'организация', 'фирма'],
  status: ['state', 'статус'],
  source: ['origin', 'источник'],
  tags: ['tag', 'labels', 'groups', 'метки', 'теги'],
  notes: ['note', 'comment', 'comments', 'remarks', 'заметки', 'комментарий', 'примечание'],
  last_activity_at: ['lastactivity', 'lastseen', 'последняяактивность'],
  created_at: ['created', 'createdon', 'added', 'создан', 'добавлен'],
  updated_at: ['updated', 'modified', 'изменен', 'изменён'],
};

/** The most likely field of each column, each field once. */
export function guessedMap(header: readonly string[]): ColumnMap {
  const taken = new Set<ClientColumn>();
  const exact = header.map((cell) => CLIENT_COLUMNS.find((column) => plain(column) === plain(cell)) ?? null);
  for (const column of exact) if (column !== null) taken.add(column);
  return header.map((cell, index) => {
    const sure = exact[index] ?? null;
    if (sure !== null) return exact.indexOf(sure) === index ? sure : null;
    const guess = CLIENT_COLUMNS.find((column) => OTHER_NAMES[column]?.includes(plain(cell)) === true);
    if (guess === undefined || taken.has(guess)) return null;
    taken.add(guess);
    return guess;
  });
}

/** Whether a file can be sent as it is. */
export function isAsExpected(header: readonly string[], map: ColumnMap): boolean {
  return header.every((cell, index) => cell.trim().toLowerCase() === map[index]);
}

/** The same rows with the columns that the API knows, and without the others. */
export async function rewritten(
  file: Blob,
  map: ColumnMap,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const parts: string[] = [csvLine(map.filter((column) => column !== null))];
  let characters = 0;
  let isHeader = true;
  for await (const batch of readCsvRows(file)) {
    const rows = isHeader ? batch.slice(1) : batch;
    if (batch.length > 0) isHeader = false;
    // Cells beyond the header stay unless they are empty: the API says which row has too many.
    const isSent = (cell: string, index: number) => (index < map.length ? map[index] !== null : cell !== '');
    const text = rows.map((row) => csvLine(row.filter(isSent))).join('');
    parts.push(text);
    characters += text.length;
    onProgress(Math.min(1, characters / file.size));
  }
  return new Blob(parts, { type: 'text/csv' });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
