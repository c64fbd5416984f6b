import { CLIENT_COLUMNS, type ClientColumn } from '@groupless/shared-dto';
import { invalidCsv } from '../../shared/csv/invalid-csv';

/**
 * Maps each cell of a row to its column.
 * @throws AppError `invalid_csv`
 */
export function readHeader(cells: readonly string[]): ClientColumn[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !CLIENT_COLUMNS.includes(name as ClientColumn));
  if (unknown.length > 0) throw invalidCsv(`Unknown column ${shown(unknown[0] ?? '')}. ${accepted}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidCsv(`The column ${twice} is there twice.`);
  if (!names.includes('name')) throw invalidCsv(`The column name is missing. ${accepted}`);
  return names as ClientColumn[];
}

const accepted = `The first line names the columns. Accepted: ${CLIENT_COLUMNS.join(', ')}.`;

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
