import type { DateOrder } from '../import-appointments/read-times';
import {
  readFirstNumbered,
  readFirstRows,
  readTellingRows,
  type NumberedRow,
  type RowBatch,
} from './csv-rows';
import { dateOrders } from './date-orders';
import { fromLine, headingLine, LOOKED_THROUGH } from './heading';
import { kindOf, OtherKindError } from './reading/kinds';
import { cardTable, workbookTable } from './reading/tables';
import { encodingOf, inUtf8, type TextEncoding } from './text-encoding';

const SAMPLE_ROWS = 6;

/** A chosen file as it is understood. */
export interface ReadFile {
  file: File;
  encoding: TextEncoding;
  /** The table as CSV in UTF-8, from the headings on. */
  text: Blob;
  /** The header and some rows. */
  rows: RowBatch;
  /** In which order the dates of each column name day and month; null: they do not say it. */
  orders: (DateOrder | null)[];
  /** The rows of which one has the headings. */
  beginning: NumberedRow[];
  /** The line with the headings. */
  heading: number;
}

/**
 * @param encoding null: the most likely one
 * @param heading the line with the headings; null: the most likely one
 * @throws OtherKindError, FileFaultError
 */
export async function readFile(
  file: File,
  encoding: TextEncoding | null,
  heading: number | null,
): Promise<ReadFile> {
  const table = await tableOf(file, encoding);
  const beginning = await readFirstNumbered(table.text, LOOKED_THROUGH);
  const line = heading ?? headingLine(beginning);
  const text = line === (beginning[0]?.line ?? 1) ? table.text : await fromLine(table.text, line);
  const read = table.encoding === 'utf-8' ? readFirstRows : readTellingRows;
  const rows = await read(text, SAMPLE_ROWS);
  return { file, ...table, text, rows, orders: await dateOrders(text, rows), beginning, heading: line };
}

async function tableOf(
  file: File,
  chosen: TextEncoding | null,
): Promise<{ text: Blob; encoding: TextEncoding }> {
  const kind = await kindOf(file);
  if (kind === 'workbook') {
    return { text: await workbookTable(file), encoding: 'utf-8' };
  }
  if (kind !== 'text' && kind !== 'cards') throw new OtherKindError(kind);
  const encoding = chosen ?? (await encodingOf(file));
  const text = await inUtf8(file, encoding);
  if (kind === 'text') return { text, encoding };
  return { text: await cardTable(text), encoding };
}
