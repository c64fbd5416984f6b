import type { FailedRowDto } from '@groupless/shared-dto';
import { csvFile, defused } from '../files/csv-text';
import { readCsvRows } from './csv-rows';

/** The rows that were left out, as they stand in the file, each with its reason: to be mended and imported again. */
export async function rejectsFile(
  file: Blob,
  failed: readonly FailedRowDto[],
  reasonOf: (row: FailedRowDto) => string,
  heading: string,
): Promise<Blob> {
  const by_row = new Map(failed.map((one) => [one.row, one]));
  const found: string[][] = [];
  let number = 0;
  let width = 0;
  for await (const batch of readCsvRows(file)) {
    for (const row of batch) {
      const rejected = by_row.get(number);
      if (number === 0) {
        width = row.length;
        found.push([...row, heading]);
      } else if (rejected !== undefined) {
        const cells = Array.from({ length: width }, (_, index) => defused(row[index] ?? ''));
        found.push([...cells, reasonOf(rejected)]);
      }
      number++;
    }
  }
  return csvFile(found);
}
