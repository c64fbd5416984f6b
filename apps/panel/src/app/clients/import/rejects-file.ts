import {
  defused,
  phoneAsText,
  undefused,
  type ListSeparator,
} from '@groupless/shared-dto/business/csv-cells';
import { csvFile } from '../files/csv-text';
import { readNumberedRows } from './csv-rows';

const PHONE = /^\+\d+$/;

/**
 * The rows that were left out, as they stand in the file, each with its reason: to be mended and imported again.
 * @param reasons by the line of the file
 */
export async function rejectsFile(
  file: Blob,
  reasons: ReadonlyMap<number, string>,
  heading: string,
  separator: ListSeparator,
): Promise<Blob> {
  const found: string[][] = [];
  let width: number | null = null;
  for await (const batch of readNumberedRows(file)) {
    for (const { cells, line } of batch) {
      const reason = reasons.get(line);
      if (width === null) {
        width = cells.length;
        found.push([...cells, heading]);
      } else if (reason !== undefined) {
        const shown = Array.from({ length: width }, (_, index) => cellOf(cells[index] ?? ''));
        found.push([...shown, reason]);
      }
    }
  }
  return csvFile(found, separator);
}

/** With one escape, also where the file has it: an import takes off one. A phone needs none where it stays a text. */
function cellOf(text: string): string {
  return PHONE.test(text) ? phoneAsText(text) : defused(undefused(text));
}
