import { stringify } from 'csv-stringify/sync';

/** Without it, spreadsheets guess another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** The start of a cell that a spreadsheet would run as a formula, or that looks like an escaped one. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same after a character that a spreadsheet may take for the end of a cell. If its list separator is not the comma,
 * it ignores quotes in the middle of a line.
 */
const RUNS_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)('*[=+\-@＝＋－＠])/g;
const DEFUSED_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)'('*[=+\-@＝＋－＠])/g;

/** Escapes a cell: puts `'` before what a spreadsheet would run as a formula (CSV injection). */
export function defused(text: string): string {
  const within = text.replace(RUNS_WITHIN, "$1'$2");
  return RUNS.test(within) ? `'${within}` : within;
}

/** The reverse of `defused()`. */
export function undefused(cell: string): string {
  const whole = DEFUSED.test(cell) ? cell.slice(1) : cell;
  return whole.replace(DEFUSED_WITHIN, '$1$2');
}

/** Rows as CSV (RFC 4180). */
export function toCsv(rows: readonly string[][]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n;\t]|^\s|\s$/ });
}
