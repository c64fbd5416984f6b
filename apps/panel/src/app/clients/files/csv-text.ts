import { CLIENT_COLUMNS, type ClientColumn, type ClientDto } from '@groupless/shared-dto';
import { phoneLine } from '../client-phones';

/** Spreadsheets take a file without it for one of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
/** With what a cell begins that a spreadsheet would run, or that looks like a defused one. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** The same behind what a spreadsheet may take for the end of a cell, whatever its list separator is. */
const RUNS_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)('*[=+\-@＝＋－＠])/g;
const E164 = /^\+\d+$/;

/** A CSV file of rows, as RFC 4180 has it. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  return new Blob([BYTE_ORDER_MARK, ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });
}

export function csvLine(cells: readonly string[]): string {
  // A line of empty cells would be a blank one, which is no row.
  if (cells.every((cell) => cell === '')) return `""${','.repeat(Math.max(0, cells.length - 1))}\r\n`;
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** With a `'` before what a spreadsheet would take for a formula, which an import takes off again. */
export function defused(text: string): string {
  if (E164.test(text)) return text;
  const within = text.replace(RUNS_WITHIN, "$1'$2");
  return RUNS.test(within) ? `'${within}` : within;
}

/** Clients as the API exports them. */
export function clientsFile(clients: readonly ClientDto[]): Blob {
  const rows = clients.map((client) =>
    CLIENT_COLUMNS.map((column) => {
      if (column === 'phone') return client.phone ?? '';
      return defused(textOf(client, column));
    }),
  );
  return csvFile([CLIENT_COLUMNS, ...rows]);
}

function textOf(client: ClientDto, column: ClientColumn): string {
  if (column === 'tags') return joinTags(client.tags);
  if (column === 'other_phones') return joinTags(client.other_phones.map(phoneLine));
  return client[column] ?? '';
}

function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replaceAll(/[\\,;]|^\s|\s$/g, '\\$&')).join(', ');
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
