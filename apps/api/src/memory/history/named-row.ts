import type { NamedRowDto, VersionKind } from '@groupless/shared-dto';
import { titleOf } from '../search/hits/excerpt';
import type { VersionedRow } from './versioned-kinds';

export function namedRow(kind: VersionKind, row: VersionedRow): NamedRowDto {
  return { kind, id: row.id, title: nameOf(row) };
}

function nameOf(row: VersionedRow): string {
  if ('key' in row) return row.key;
  if ('name' in row) return row.name;
  if ('text' in row) return titleOf(row.text);
  return titleOf('task' in row ? row.task : row.summary);
}
