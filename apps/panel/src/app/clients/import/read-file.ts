import { readFirstRows, readTellingRows, type RowBatch } from './csv-rows';
import { encodingOf, inUtf8, type TextEncoding } from './text-encoding';

const SAMPLE_ROWS = 4;

/** A chosen file as it is understood. */
export interface ReadFile {
  file: File;
  encoding: TextEncoding;
  /** The file in UTF-8. */
  text: Blob;
  /** The header and some rows. */
  rows: RowBatch;
}

/** @param chosen the encoding; null: the most likely one */
export async function readFile(file: File, chosen: TextEncoding | null): Promise<ReadFile> {
  const encoding = chosen ?? (await encodingOf(file));
  const text = await inUtf8(file, encoding);
  const rows = await (encoding === 'utf-8' ? readFirstRows : readTellingRows)(text, SAMPLE_ROWS);
  return { file, encoding, text, rows };
}
