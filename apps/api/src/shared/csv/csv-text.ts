import { stringify } from 'csv-stringify/sync';

/** Without it, spreadsheets guess another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Rows as CSV (RFC 4180). */
export function toCsv(rows: readonly string[][]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n;\t]|^\s|\s$/ });
}
