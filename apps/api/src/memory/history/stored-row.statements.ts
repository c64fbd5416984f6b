import type { VersionKind } from '@groupless/shared-dto';
import type { EntityManager } from 'typeorm';
import { VERSIONED, type VersionedRow } from './versioned-kinds';

/** The entity of a row from the columns in a version. */
export function rowOf(
  { dataSource }: EntityManager,
  kind: VersionKind,
  stored: object | null,
): VersionedRow | null {
  if (stored === null) return null;
  const { columns } = dataSource.getMetadata(VERSIONED[kind].entity);
  const times = columns.filter(({ type }) => type === 'timestamptz').map(({ propertyName }) => propertyName);
  const values = Object.entries(stored).map(([name, value]: [string, unknown]) => [
    name,
    times.includes(name) && typeof value === 'string' ? new Date(value) : value,
  ]);
  return Object.fromEntries(values) as VersionedRow;
}

/** Not compared: versions do not have the first, and the second is derived from the text. */
const DERIVED = ['previous_value', 'projects'];

/** Whether a row equals a version. */
export function isSameRow(
  { dataSource }: EntityManager,
  kind: VersionKind,
  [one, other]: [VersionedRow | null, VersionedRow | null],
): boolean {
  if (one === null || other === null) return one === other;
  const { columns } = dataSource.getMetadata(VERSIONED[kind].entity);
  return columns
    .filter(({ propertyName }) => !DERIVED.includes(propertyName))
    .every((column) => {
      const [value, otherValue] = [column.getEntityValue(one), column.getEntityValue(other)] as unknown[];
      return JSON.stringify(value ?? null) === JSON.stringify(otherValue ?? null);
    });
}
