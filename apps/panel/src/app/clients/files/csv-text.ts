import { CLIENT_COLUMNS, type ClientColumn, type ClientDto } from '@groupless/shared-dto';
import {
  defused,
  joinTags,
  LIST_SEPARATORS,
  phoneAsText,
  type ListSeparator,
} from '@groupless/shared-dto/business/csv-cells';
import { phoneLine } from '../client-phones';

/** Spreadsheets take a file without it for one of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV file of rows, as spreadsheets of a separator read it. */
export function csvFile(rows: readonly (readonly string[])[], separator: ListSeparator): Blob {
  const sign = LIST_SEPARATORS[separator];
  return new Blob([BYTE_ORDER_MARK, ...rows.map((cells) => csvLine(cells, sign))], {
    type: 'text/csv;charset=utf-8',
  });
}

/** A row, as RFC 4180 has it. */
export function csvLine(cells: readonly string[], sign = ','): string {
  // A line of empty cells would be a blank one, which is no row.
  if (cells.every((cell) => cell === '')) return `""${sign.repeat(Math.max(0, cells.length - 1))}\r\n`;
  return `${cells.map(quoted).join(sign)}\r\n`;
}

/** Clients as the API exports them for a spreadsheet. */
export function clientsFile(clients: readonly ClientDto[], separator: ListSeparator): Blob {
  const rows = clients.map((client) =>
    CLIENT_COLUMNS.map((column) => {
      if (column === 'phone') return phoneAsText(client.phone ?? '');
      return defused(textOf(client, column));
    }),
  );
  return csvFile([CLIENT_COLUMNS, ...rows], separator);
}

function textOf(client: ClientDto, column: ClientColumn): string {
  if (column === 'tags') return joinTags(client.tags);
  if (column === 'other_phones')
    return joinTags(
      client.other_phones.map((other) => phoneLine({ ...other, phone: phoneAsText(other.phone) })),
    );
  if (column === 'shared_phone') return phoneAsText(client.shared_phone ?? '');
  return client[column] ?? '';
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
