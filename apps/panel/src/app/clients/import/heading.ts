import { guessedMap } from './column-map';
import type { NumberedRow } from './csv-rows';

/** So many rows are looked through for the one with the headings. */
export const LOOKED_THROUGH = 20;

/**
 * The line with the headings: a title may stand above. It is the row in which most is known, else the first one that is about as
 * full as the fullest.
 */
export function headingLine(rows: readonly NumberedRow[]): number {
  const known = rows.map(({ cells }) => guessedMap(cells).filter((field) => field !== null).length);
  const most = Math.max(0, ...known);
  if (most >= 2) return rows[known.indexOf(most)]?.line ?? 1;
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  const fullest = Math.max(0, ...filled);
  return rows[filled.findIndex((count) => count * 5 >= fullest * 4)]?.line ?? 1;
}

/** The same text without what stands above a line, whose number stays what it was. */
export async function fromLine(text: Blob, line: number): Promise<Blob> {
  if (line <= 1) return text;
  let begun = 1;
  let at = 0;
  let wasReturn = false;
  const reader = text.stream().getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const byte of part.value as Uint8Array) {
        if (byte !== 0x0a && wasReturn) begun++;
        if (begun === line) return new Blob(['\n'.repeat(line - 1), text.slice(at)], { type: text.type });
        if (byte === 0x0a) begun++;
        wasReturn = byte === 0x0d;
        at++;
        if (begun === line && !wasReturn)
          return new Blob(['\n'.repeat(line - 1), text.slice(at)], { type: text.type });
      }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return text;
}
