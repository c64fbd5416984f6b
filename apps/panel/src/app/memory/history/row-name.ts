import type { MemoryRowDto } from '@groupless/shared-dto';

/** As much of a text as names a row. */
const SHOWN = 60;

/** What a row is called: its key or name, or how its text begins. */
export function rowName(row: MemoryRowDto): string {
  if ('key' in row) return row.key;
  if ('name' in row) return row.name;
  if ('text' in row) return shortened(row.text);
  return shortened('task' in row ? row.task : row.summary);
}

export function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= SHOWN ? text : `${letters.slice(0, SHOWN - 1).join('')}…`;
}
