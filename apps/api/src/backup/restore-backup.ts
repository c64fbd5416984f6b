import type { Client } from 'pg';
import type { DatabaseName, DatabaseUrls } from '../database/data-source-options';
import { ownerUrl } from '../database/opening/database-address';
import { compareMigrations, migrate } from '../database/migrate';
import { liftTimeLimits } from '../database/opening/time-limits';
import { BackupError } from './backup-error';
import { openBackup, type CheckedBackup } from './check-backup';
import { DatabaseLoad } from './database-load';
import { newClient } from './new-client';
import type { BackupHeader } from './sealed-file';
import { writePlainText } from './tables';

/** More than the number of session versions made between two backups. */
const VERSIONS_AHEAD = 1_000_000;
const JUMP = `
  select setval('assistant_session_versions', nextval('assistant_session_versions') + $1::bigint)`;

/** The tables of which no row comes back: log-in sessions, and what the database deletes with them. */
export const EMPTIED = `
  with recursive emptied (id) as (
    select to_regclass('auth_sessions')::oid
    union
    select conrelid from pg_constraint join emptied on confrelid = emptied.id where contype = 'f' and confdeltype = 'c')
  select relname::text as name from pg_class join emptied on oid = emptied.id`;

const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];

export interface RestoreOptions {
  path: string;
  backup_key: string;
  urls: DatabaseUrls;
  /** The result of `checkBackup()`. */
  checked: CheckedBackup;
  /** Whether existing data may be replaced. */
  replaces: boolean;
}

/**
 * Restores a backup into both databases. Each is loaded in one transaction, and every table is compared with the backup
 * before the commit.
 * @returns the tables of the backup that were skipped, because no migration makes them
 * @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
  const { urls, checked } = options;
  const clients = { panel: newClient(ownerUrl(urls.panel)), memory: newClient(ownerUrl(urls.memory)) };
  try {
    for (const name of NAMES) {
      await clients[name].connect();
      await liftTimeLimits(clients[name]);
      await writePlainText(clients[name]);
      await demandRestorable(name, clients[name], checked.header, options.replaces);
    }
    for (const name of NAMES) await migrate(name, ownerUrl(urls[name]), checked.header.migrations[name]);
    return await load(options, clients);
  } finally {
    await Promise.all(NAMES.map((name) => clients[name].end().catch(() => undefined)));
  }
}

/** Checks that this program can make the backup's tables, and that no data would be lost unasked. */
async function demandRestorable(
  name: DatabaseName,
  client: Client,
  { migrations }: BackupHeader,
  replaces: boolean,
): Promise<void> {
  const { applied, pending, unknown } = await compareMigrations(name, client);
  const own = new Set([...applied, ...pending]);
  if (unknown.length > 0 || migrations[name].some((migration) => !own.has(migration)))
    throw new BackupError(
      `A newer version of this program made the ${name} database of this backup: restore with that version.`,
    );
  if (applied.length > 0 && !replaces)
    throw new BackupError(
      `The ${name} database is not empty, and nothing was changed. Restore into empty databases, or say --replace ` +
        'to lose what is in these.',
    );
  if (applied.some((migration) => !migrations[name].includes(migration)))
    throw new BackupError(
      `The ${name} database is newer than this backup, and nothing was changed: restore into empty databases.`,
    );
}

async function load(
  { path, backup_key: key }: RestoreOptions,
  clients: Record<DatabaseName, Client>,
): Promise<string[]> {
  const { records } = await openBackup(path, key);
  const loads: DatabaseLoad[] = [];
  let current: DatabaseLoad | null = null;
  for await (const record of records) {
    if (record.kind === 'database') {
      current = await DatabaseLoad.begin(record.name, clients[record.name]);
      loads.push(current);
    } else if (record.kind === 'end') {
      for (const one of loads) await one.finish();
      await preventReuse(clients.panel);
      for (const one of loads) await one.commit();
    } else await current?.take(record);
  }
  return loads.flatMap(({ skipped }) => skipped);
}

/**
 * Prevents reuse of what existed after the backup was made: a machine may know a later session version, so versions
 * skip ahead; and revoked log-in sessions must not come back, so all are deleted.
 */
async function preventReuse(panel: Client): Promise<void> {
  const { rows } = await panel.query<{ versions: string | null; sessions: string | null }>(
    `select to_regclass('assistant_session_versions') as versions, to_regclass('auth_sessions') as sessions`,
  );
  if (typeof rows[0]?.versions === 'string') await panel.query(JUMP, [VERSIONS_AHEAD]);
  if (typeof rows[0]?.sessions === 'string') await panel.query('delete from auth_sessions');
}
