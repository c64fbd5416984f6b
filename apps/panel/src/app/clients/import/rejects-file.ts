import {
  defused,
  phoneAsText,
  undefused,
  type ListSeparator,
} from '@groupless/shared-dto/business/csv-cells';
import { csvFile } from '../files/csv-text';
import { sourceReader } from './client-rows';
import type { ColumnMap } from './column-map';
import { readNumberedRows } from './csv-rows';

const PHONE = /^\+\d+$/;

/** Something that could not be read, in words. */
export interface Reject {
  /** The line of the file. */
  row: number;
  field: string;
  reason: string;
  /** Whether the row was left out; else its client was taken without the cell. */
  is_left_out: boolean;
}

/**
 * What could not be read, with its line, its column, its cell and the reason. A row that was left out stands before that as it is in
 * the file, to be mended and imported again. One whose client was taken does not: it would be imported twice.
 * @param headings of the line, the column, the cell and the reason
 */
export async function rejectsFile(
  file: Blob,
  rejects: readonly Reject[],
  map: ColumnMap,
  headings: readonly string[],
  separator: ListSeparator,
): Promise<Blob> {
  const byLine = Map.groupBy(rejects, ({ row }) => row);
  const found: string[][] = [];
  let header: string[] | null = null;
  let sourcesOf: ReturnType<typeof sourceReader> = () => [];
  for await (const batch of readNumberedRows(file)) {
    for (const { cells, line } of batch) {
      if (header === null) {
        header = cells;
        sourcesOf = sourceReader(header, map);
        found.push([...header, ...headings]);
        continue;
      }
      for (const { field, reason, is_left_out } of byLine.get(line) ?? []) {
        const row = header.map((_, index) => (is_left_out ? cellOf(cells[index] ?? '') : ''));
        const sources = sourcesOf(field, cells);
        const of = (all: readonly string[]) => sources.map((place) => cellOf(all[place] ?? '')).join(' / ');
        found.push([...row, String(line), of(header), of(cells), reason]);
      }
    }
  }
  return csvFile(found, separator);
}

/** With one escape, also where the file has it: an import takes off one. A phone needs none where it stays a text. */
function cellOf(text: string): string {
  return PHONE.test(text) ? phoneAsText(text) : defused(undefused(text));
}
