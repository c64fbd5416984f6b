import type { MemoryRowDto, MemoryVersionDto } from '@groupless/shared-dto';

/** As much of a text as names a row. */
const SHOWN = 60;
/** These say nothing about what was changed: the list has the time, and the id stays. */
const UNTOLD = ['id', 'updated_at'];

export interface FieldChange {
  field: string;
  /** Empty where there was nothing. */
  before: string;
  after: string;
}

/** What a row is called: its key or name, or how its text begins. */
export function rowName(row: MemoryRowDto): string {
  if ('key' in row) return row.key;
  if ('name' in row) return row.name;
  return shortened('task' in row ? row.task : row.summary);
}

export function nameOfVersion({ before, after, kind, id }: MemoryVersionDto): string {
  const row = after ?? before;
  return row === null ? `${kind} ${id}` : rowName(row);
}

export function whatHappened({ before, after }: MemoryVersionDto): 'changed' | 'deleted' | 'restored' {
  if (after === null) return 'deleted';
  return before === null ? 'restored' : 'changed';
}

/** The fields that differ, in the order of the row. */
export function fieldChanges({ before, after }: Pick<MemoryVersionDto, 'before' | 'after'>): FieldChange[] {
  return Object.keys(before ?? after ?? {})
    .filter((field) => !UNTOLD.includes(field))
    .map((field) => ({ field, before: valueOf(before, field), after: valueOf(after, field) }))
    .filter((change) => change.before !== change.after);
}

export function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= SHOWN ? text : `${letters.slice(0, SHOWN - 1).join('')}…`;
}

function valueOf(row: MemoryRowDto | null, field: string): string {
  const value = (row as Record<string, string | number | null> | null)?.[field];
  return String(value ?? '');
}
