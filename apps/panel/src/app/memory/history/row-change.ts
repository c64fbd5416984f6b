import type { MemoryRowDto, MemoryVersionDto } from '@groupless/shared-dto';
import { rowName } from './row-name';

/** These say nothing about what was changed: the list has the time, and the id stays. */
const UNTOLD = ['id', 'updated_at'];

export interface FieldChange {
  field: string;
  /** Empty where there was nothing. */
  before: string;
  after: string;
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

function valueOf(row: MemoryRowDto | null, field: string): string {
  const value = (row as Record<string, string | number | null> | null)?.[field];
  return String(value ?? '');
}
