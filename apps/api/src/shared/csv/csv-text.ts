import { stringify } from 'csv-stringify/sync';

/** Spreadsheets take a file without it for one of another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** With what a cell begins that a spreadsheet would run, or that looks like a defused one. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** The text for a cell: with a `'` before what a spreadsheet would take for a formula. */
export function defused(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/** What `defused()` was given. */
export function undefused(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell;
}

/** Rows as RFC 4180 has them. */
export function toCsv(rows: readonly string[][]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n;\t]|^\s|\s$/ });
}
