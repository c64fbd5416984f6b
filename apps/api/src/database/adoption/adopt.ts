import type { QueryRunner } from 'typeorm';
import { FORMER_MEMORY } from './former-memory';
import { FORMER_PANEL } from './former-panel';
import type { FormerVersions } from './former-versions';
import type { DatabaseName } from '../data-source-options';

const FORMER: Record<DatabaseName, FormerVersions> = { panel: FORMER_PANEL, memory: FORMER_MEMORY };

/** A database that a version before 1.0.0 made, and that is older than those which 1.0.0 adopts. */
export class TooOldDatabaseError extends Error {
  override readonly name = 'TooOldDatabaseError';
  constructor(name: DatabaseName) {
    super(
      `The ${name} database is older than this version can migrate, and nothing was changed: start the last version ` +
        'before 1.0.0 once, which migrates it, then this one.',
    );
  }
}

/** Whether migrations of a version before 1.0.0 made a database. */
export function isFormer(applied: ReadonlySet<string>, [first]: readonly string[]): boolean {
  return applied.size > 0 && first !== undefined && !applied.has(first);
}

/**
 * Makes what a version before 1.0.0 left into what the first migration of 1.0.0 makes, and notes that migration instead of
 * the former ones, in one transaction.
 * @throws TooOldDatabaseError
 */
export async function adopt(
  name: DatabaseName,
  runner: QueryRunner,
  applied: ReadonlySet<string>,
  own: readonly string[],
): Promise<string[]> {
  const { oldest, steps } = FORMER[name];
  const [first = ''] = own;
  const ofOldest = [...applied].filter((migration) => steps.every((step) => step.migration !== migration));
  if (!applied.has(oldest.last) || ofOldest.length !== oldest.count) throw new TooOldDatabaseError(name);
  await runner.startTransaction();
  try {
    for (const { migration, sql } of steps)
      if (migration === null || !applied.has(migration)) await runner.query(sql);
    await runner.query('delete from migrations');
    await runner.query('insert into migrations (timestamp, name) values ($1, $2)', [
      timestampOf(first),
      first,
    ]);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
  return [first];
}

/** The number at the end of a migration's name, which TypeORM stores beside it. */
function timestampOf(migration: string): number {
  return Number(/\d{13}$/.exec(migration)?.[0]);
}
