import type { DatabaseSettings, Settings } from '../../config/settings';
import type { DatabaseName, DatabaseUrls } from '../data-source-options';
import { isPooled, ownerUrl, type DatabaseAddress } from './database-address';
import {
  type EmbeddedServer,
  type EmbeddedUpgrade,
  inspectEmbeddedServer,
  joinEmbeddedServer,
  startEmbeddedServer,
} from '../embedded-server';
import { demandKnownMigrations, demandMigrated, migrate } from '../migrate';
import { NoDatabaseError } from './no-database-error';
import { DatabaseRequirementError } from './requirements';
import { grantServingRights } from './serving-rights';
import { storeTimeLimits } from './time-limits';
import { waitForDatabase } from './wait-for-database';

export interface OpenDatabases {
  urls: DatabaseUrls;
  /** Null without the embedded server. */
  superuser_url: string | null;
  /** Stops the embedded server, if there is one. */
  close(): Promise<void>;
}

export interface OpeningOptions {
  /** Whether this program may run beside the server and share its database. */
  beside_server?: boolean;
  /** Whether external databases are checked but not migrated, because a server of another version may use them. */
  keeps_external?: boolean;
  /** Whether an embedded database is made where there is none; else that is refused, since DATA_DIR may be another. */
  makes_database?: boolean;
  /** How the embedded server of an earlier major version is upgraded. Without it, it is refused. */
  upgrade?: EmbeddedUpgrade;
  /** Whether to skip checks of versions and all migrations. */
  skips_migrations?: boolean;
  /** Aborts, and stops a server that was started. */
  signal?: AbortSignal;
}

const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];

/**
 * Makes both databases ready to serve: starts the embedded server for those without a URL, waits for each, checks its
 * requirements, and migrates it.
 * @param report called with one sentence at a time, for the person who started the program
 * @throws NoDatabaseError
 */
export async function openDatabases(
  settings: Settings,
  report: (line: string) => void,
  options: OpeningOptions = {},
): Promise<OpenDatabases> {
  const { beside_server = false, keeps_external = false, skips_migrations = false, signal } = options;
  const start = beside_server ? joinEmbeddedServer : startEmbeddedServer;
  const named = { panel: settings.panel_database, memory: settings.memory_database };
  const needsServer = NAMES.some((name) => named[name].url === null);
  if (
    needsServer &&
    options.makes_database !== true &&
    inspectEmbeddedServer(settings.data_dir).kind === 'not_made'
  )
    throw new NoDatabaseError(settings.data_dir);
  const server = needsServer
    ? await start({ dataDir: settings.data_dir, report, signal, upgrade: options.upgrade })
    : null;
  // This also ends a migration in progress, with its connection.
  const stopServer = () => void server?.stop();
  signal?.addEventListener('abort', stopServer);
  try {
    const urls = Object.fromEntries(
      NAMES.map((name) => {
        return [name, addressOf(name, named[name], server)];
      }),
    ) as DatabaseUrls;
    for (const name of NAMES) {
      signal?.throwIfAborted();
      await waitForDatabase(`${name} database`, ownerUrl(urls[name]), report, signal);
      if (skips_migrations) continue;
      if (keeps_external && named[name].url !== null) await demandMigrated(name, ownerUrl(urls[name]));
      else await bringUpToDate(name, urls[name], report);
      if (!beside_server && isPooled(urls[name])) await limitTimes(name, urls[name], settings, report);
    }
    signal?.throwIfAborted();
    return { urls, superuser_url: server?.urls.superuser ?? null, close: async () => server?.stop() };
  } catch (error) {
    await server?.stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stopServer);
  }
}

async function bringUpToDate(
  name: DatabaseName,
  address: DatabaseAddress,
  report: (line: string) => void,
): Promise<void> {
  const unknown = await demandKnownMigrations(name, ownerUrl(address));
  const { length } = await migrate(name, ownerUrl(address));
  await grantServingRights(address);
  if (unknown.length > 0)
    report(
      `Left the functions of the ${name} database as they are: it has steps of another version (${unknown.join(', ')}).`,
    );
  if (length > 0) report(`Migrated the ${name} database: ${length} ${length === 1 ? 'step' : 'steps'}.`);
}

/** @throws DatabaseRequirementError if the direct role may not change the pooled one */
async function limitTimes(
  name: DatabaseName,
  address: DatabaseAddress,
  settings: Settings,
  report: (line: string) => void,
): Promise<void> {
  const areNew = await storeTimeLimits(address, settings).catch((error: unknown) => {
    const unmet = `the role behind the pooler could not be given its time limits: ${(error as Error).message}`;
    throw new DatabaseRequirementError(`${name} database`, [unmet]);
  });
  if (!areNew) return;
  report(
    `Gave the role of the ${name} database its time limits. Connections that the pooler has open keep those ` +
      'that they had, until it renews them.',
  );
}

function addressOf(
  name: DatabaseName,
  { url, direct_url, owner_url }: DatabaseSettings,
  server: EmbeddedServer | null,
): DatabaseAddress {
  if (url !== null)
    return { url, direct_url: direct_url ?? url, ...(owner_url === null ? {} : { owner_url }) };
  if (server === null) throw new Error(`The ${name} database has no address.`);
  const { serving, owner } = server.urls;
  return { url: serving[name], direct_url: serving[name], owner_url: owner[name] };
}
