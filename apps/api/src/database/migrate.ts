import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks';
import { migrationNames, migrationOptions, type DatabaseName } from './data-source-options';

/** A migration that failed; nothing of it was kept. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  constructor(name: DatabaseName, cause: Error) {
    super(`The ${name} database could not be migrated: ${cause.message}.`, { cause });
  }
}

/** A database that is older than the program. */
export class PendingMigrationsError extends Error {
  override readonly name = 'PendingMigrationsError';
  constructor(name: DatabaseName, count: number) {
    const steps = count === 1 ? '1 step' : `${count} steps`;
    super(
      `The ${name} database lacks ${steps} that this version needs. Nothing was done: start the server of this ` +
        'version, which migrates it, and try again.',
    );
  }
}

/** A database that a newer version of the program has migrated. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  constructor(name: DatabaseName, count: number) {
    const steps = count === 1 ? '1 step' : `${count} steps`;
    super(
      `The ${name} database was migrated by a newer version of this program (${steps} more): ` +
        'start that version, or restore a backup from before the upgrade.',
    );
  }
}

const MIGRATION_LOCK = `select pg_advisory_lock(${ADVISORY_LOCKS.migrations}, 0)`;

/**
 * Brings a database up to date. Of several processes that start at once one migrates, each migration
 * in a transaction of its own, while the others wait for the lock and then find nothing to do.
 * @param only names of the migrations to have; by default all
 * @returns the names of the migrations that ran
 * @throws MigrationError
 */
export async function migrate(
  name: DatabaseName,
  directUrl: string,
  only?: readonly string[],
): Promise<string[]> {
  const dataSource = await new DataSource(migrationOptions(name, directUrl, only)).initialize();
  try {
    const guard = dataSource.createQueryRunner();
    try {
      await guard.query(MIGRATION_LOCK);
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      return ran.map((migration) => migration.name);
    } catch (error) {
      throw new MigrationError(name, error as Error);
    } finally {
      // Closing the connection gives up the lock, also where an error left it unusable.
      await guard.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Checks that a database is up to date, and changes nothing.
 * @throws PendingMigrationsError
 */
export async function demandMigrated(name: DatabaseName, directUrl: string): Promise<void> {
  const { pending } = await look(name, directUrl);
  if (pending.length > 0) throw new PendingMigrationsError(name, pending.length);
}

/**
 * Checks that this program knows all that a database has, and changes nothing.
 * @throws NewerDatabaseError
 */
export async function demandKnownMigrations(name: DatabaseName, directUrl: string): Promise<void> {
  const { unknown } = await look(name, directUrl);
  if (unknown.length > 0) throw new NewerDatabaseError(name, unknown.length);
}

async function look(name: DatabaseName, directUrl: string): Promise<ComparedMigrations> {
  const client = new Client({ connectionString: directUrl });
  await client.connect();
  try {
    return await compareMigrations(name, client);
  } finally {
    await client.end();
  }
}

export interface ComparedMigrations {
  applied: string[];
  /** What this program has and the database does not. */
  pending: string[];
  /** What the database has and this program does not know: a newer one made it. */
  unknown: string[];
}

/** How far a database is, beside this program. */
export async function compareMigrations(name: DatabaseName, client: Client): Promise<ComparedMigrations> {
  const applied = await appliedMigrations(client);
  const own = migrationNames(name);
  return {
    applied: [...applied],
    pending: own.filter((migration) => !applied.has(migration)),
    unknown: [...applied].filter((migration) => !own.includes(migration)),
  };
}

async function appliedMigrations(client: Client): Promise<Set<string>> {
  const table = await client.query<{ exists: boolean }>(
    "select to_regclass('migrations') is not null as exists",
  );
  if (table.rows[0]?.exists !== true) return new Set();
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map((row) => row.name));
}
