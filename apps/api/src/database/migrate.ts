import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks';
import { LAST_BREAKING, migrationNames, migrationOptions, type DatabaseName } from './data-source-options';
import { FUNCTIONS } from './functions/functions';
import { putFunctions } from './functions/put-functions';
import { migrateJobs } from './migrate-jobs';

/** A migration failed and was rolled back. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  constructor(name: DatabaseName, cause: Error) {
    super(`The ${name} database could not be migrated: ${cause.message}.`, { cause });
  }
}

/** The database lacks migrations of this program. */
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

/** The database has a breaking migration of a newer version. */
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

/** COMMENT takes no parameters. */
const noteBreaking = (name: DatabaseName) => `comment on table migrations is '${LAST_BREAKING[name]}'`;

const MIGRATION_LOCK = `select pg_advisory_lock(${ADVISORY_LOCKS.migrations}, 0)`;

/**
 * Runs the pending migrations, each in its own transaction, under an advisory lock: of several processes that start at
 * once, one migrates and the others wait.
 * @param only names of the migrations to run; by default all
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
      if (name === 'panel') await migrateJobs(guard);
      if (await isAsThisProgram(name, guard)) await putFunctions(guard, FUNCTIONS[name]);
      if (ran.length > 0) await guard.query(noteBreaking(name));
      return ran.map((migration) => migration.name);
    } catch (error) {
      throw new MigrationError(name, error as Error);
    } finally {
      // Closing the connection releases the lock, even if an error left it unusable.
      await guard.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

/** Whether a database has had the migrations of this program, and no others: a newer one has newer functions. */
async function isAsThisProgram(name: DatabaseName, runner: QueryRunner): Promise<boolean> {
  const applied = await appliedMigrations((text) => runner.query(text) as Promise<unknown[]>);
  const own = migrationNames(name);
  return applied.size === own.length && own.every((migration) => applied.has(migration));
}

/**
 * Checks that a database is up to date, and changes nothing.
 * @throws PendingMigrationsError
 */
export async function demandMigrated(name: DatabaseName, directUrl: string): Promise<void> {
  const { pending } = await readMigrations(name, directUrl);
  if (pending.length > 0) throw new PendingMigrationsError(name, pending.length);
}

/**
 * Checks that this program can serve a database, and changes nothing.
 * @returns the migrations that it does not know: while there are any, `migrate()` puts no functions
 * @throws NewerDatabaseError
 */
export async function demandKnownMigrations(name: DatabaseName, directUrl: string): Promise<string[]> {
  const { unknown, is_servable } = await readMigrations(name, directUrl);
  if (!is_servable) throw new NewerDatabaseError(name, unknown.length);
  return unknown;
}

async function readMigrations(name: DatabaseName, directUrl: string): Promise<ComparedMigrations> {
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
  /** Known to this program, missing in the database. */
  pending: string[];
  /** In the database, unknown to this program: a newer version ran them. */
  unknown: string[];
  /** Whether this program can serve the database once the pending migrations are done. */
  is_servable: boolean;
}

/** Compares the migrations of a database with those of this program. */
export async function compareMigrations(name: DatabaseName, client: Client): Promise<ComparedMigrations> {
  const applied = await appliedMigrations(async (text) => (await client.query<object>(text)).rows);
  const own = migrationNames(name);
  const unknown = [...applied].filter((migration) => !own.includes(migration));
  return {
    applied: [...applied],
    pending: own.filter((migration) => !applied.has(migration)),
    unknown,
    is_servable: unknown.length === 0 || own.includes(await lastBreaking(client)),
  };
}

/** The last breaking migration, as the newest program that migrated the database stored it. */
async function lastBreaking(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>(
    `select obj_description('migrations'::regclass, 'pg_class') as name`,
  );
  return rows[0]?.name ?? '';
}

async function appliedMigrations(query: (text: string) => Promise<unknown[]>): Promise<Set<string>> {
  const [table] = (await query("select to_regclass('migrations') is not null as exists")) as {
    exists: boolean;
  }[];
  if (table?.exists !== true) return new Set();
  const rows = (await query('select name from migrations')) as { name: string }[];
  return new Set(rows.map((row) => row.name));
}
