import { DataSource } from 'typeorm';
import { migrationOptions, type DatabaseName } from './data-source-options';

/** A migration that failed; nothing of it was kept. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  constructor(name: DatabaseName, cause: Error) {
    super(`The ${name} database could not be migrated: ${cause.message}.`, { cause });
  }
}

/** Any constant will do, as long as no other program locks it in the same database. */
const MIGRATION_LOCK = 4_701_927_310;

/**
 * Brings a database up to date. Of several processes that start at once one migrates, each migration
 * in a transaction of its own, while the others wait for the lock and then find nothing to do.
 * @returns the names of the migrations that ran
 * @throws MigrationError
 */
export async function migrate(name: DatabaseName, direct_url: string): Promise<string[]> {
  const data_source = await new DataSource(migrationOptions(name, direct_url)).initialize();
  try {
    const guard = data_source.createQueryRunner();
    try {
      await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const ran = await data_source.runMigrations({ transaction: 'each' });
      return ran.map((migration) => migration.name);
    } catch (error) {
      throw new MigrationError(name, error as Error);
    } finally {
      // Closing the connection gives up the lock, also where an error left it unusable.
      await guard.release();
    }
  } finally {
    await data_source.destroy();
  }
}
