import { stringify } from 'csv-stringify/sync';
import { LIST_SEPARATORS, type ListSeparator } from '@groupless/shared-dto/business/csv-cells';

/** Without it, spreadsheets guess another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Rows as CSV (RFC 4180). */
export function toCsv(rows: readonly string[][], separator: ListSeparator = 'comma'): string {
  const delimiter = LIST_SEPARATORS[separator];
  return stringify([...rows], { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n;\t]|^\s|\s$/ });
}
