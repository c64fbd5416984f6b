import type { FailedRowDto } from '@groupless/shared-dto';
import { readNumberedRows } from './csv-rows';

/** Failed rows of the file that was sent, with the lines of the file that was chosen: both have the same rows in order. */
export async function withOwnLines(
  failed: readonly FailedRowDto[],
  sent: Blob,
  chosen: Blob,
): Promise<FailedRowDto[]> {
  if (failed.length === 0 || sent === chosen) return [...failed];
  const [ofSent, ofChosen] = await Promise.all([linesOf(sent), linesOf(chosen)]);
  const own = new Map(ofSent.map((line, index) => [line, ofChosen[index] ?? line]));
  return failed.map((one) => ({ ...one, row: own.get(one.row) ?? one.row }));
}

async function linesOf(file: Blob): Promise<number[]> {
  const lines: number[] = [];
  for await (const batch of readNumberedRows(file)) for (const { line } of batch) lines.push(line);
  return lines;
}
