import { CLIENT_COLUMNS, type ClientColumn, type ClientDto } from '@groupless/shared-dto';
import { defused, joinTags } from '@groupless/shared-dto/business/csv-cells';
import { phoneLine } from '../client-phones';

/** Spreadsheets take a file without it for one of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV file of rows, as RFC 4180 has it. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  return new Blob([BYTE_ORDER_MARK, ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });
}

export function csvLine(cells: readonly string[]): string {
  // A line of empty cells would be a blank one, which is no row.
  if (cells.every((cell) => cell === '')) return `""${','.repeat(Math.max(0, cells.length - 1))}\r\n`;
  return `${cells.map(quoted).join(',')}\r\n`;
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

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
