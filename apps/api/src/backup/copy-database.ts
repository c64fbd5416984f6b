import { compareMigrations, migrate } from '../database/migrate';
import type { DatabaseName } from '../database/data-source-options';
import { liftTimeLimits } from '../database/opening/time-limits';
import { BackupError } from './backup-error';
import { DatabaseLoad } from './database-load';
import { newClient } from './new-client';
import { findTables, writePlainText } from './tables';
import { beginSnapshot, databaseRecords } from './write-backup';

interface OwnerUrls {
  owner: Record<DatabaseName, string>;
}

/** Copies both databases from one server to another, and reports what was left out. */
export function copyDatabases(report: (line: string) => void) {
  return async (from: OwnerUrls, to: OwnerUrls): Promise<void> => {
    for (const name of ['panel', 'memory'] as const) {
      const skipped = await copyDatabase(name, from.owner[name], to.owner[name]);
      if (skipped.length === 0) continue;
      report(
        `Left in the old ${name} database, since they are no tables of this program: ${skipped.join(', ')}.`,
      );
    }
  };
}

/**
 * Copies a database to an empty one, as a backup and its restore would, without a file: in one transaction, with every
 * table compared before the commit. People stay logged in.
 * @returns tables that were left out, because no migration makes them
 * @throws BackupError
 */
async function copyDatabase(name: DatabaseName, fromUrl: string, toUrl: string): Promise<string[]> {
  const [from, to] = [newClient(fromUrl), newClient(toUrl)];
  try {
    await beginSnapshot(from);
    const { applied, unknown } = await compareMigrations(name, from);
    if (unknown.length > 0)
      throw new BackupError(
        `A newer version of this program migrated the ${name} database: start that version.`,
      );
    // A database that another server's URL stands for.
    if (applied.length === 0) return [];
    const { tables, left_out } = await findTables(name, from);
    await migrate(name, toUrl, applied);
    await to.connect();
    await liftTimeLimits(to);
    await writePlainText(to);
    const load = await DatabaseLoad.begin(name, to);
    for await (const record of databaseRecords(name, from, tables)) await load.take(record);
    await load.finish();
    await load.commit();
    return [...load.skipped, ...left_out];
  } finally {
    await Promise.all([from, to].map((client) => client.end().catch(() => undefined)));
  }
}
