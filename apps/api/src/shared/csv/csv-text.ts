import { stringify } from 'csv-stringify/sync';

/** Spreadsheets take a file without it for one of another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** With what a cell begins that a spreadsheet would run, or that looks like a defused one. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same behind what a spreadsheet may take for the end of a cell. Where its list separator is not the comma, the quotes
 * of a cell in the middle of a line are no quotes to it.
 */
const RUNS_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)('*[=+\-@＝＋－＠])/g;
const DEFUSED_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)'('*[=+\-@＝＋－＠])/g;

/** The text for a cell: with a `'` before what a spreadsheet would take for a formula. */
export function defused(text: string): string {
  const within = text.replace(RUNS_WITHIN, "$1'$2");
  return RUNS.test(within) ? `'${within}` : within;
}

/** What `defused()` was given. */
export function undefused(cell: string): string {
  const whole = DEFUSED.test(cell) ? cell.slice(1) : cell;
  return whole.replace(DEFUSED_WITHIN, '$1$2');
}

/** Rows as RFC 4180 has them. */
export function toCsv(rows: readonly string[][]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n;\t]|^\s|\s$/ });
}
