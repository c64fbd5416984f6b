import type { Settings } from '../config/settings';
import type { DatabaseName, DatabaseUrls } from './data-source-options';
import { isPooled, type DatabaseAddress } from './database-address';
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded/embedded-postgres';
import { demandKnownMigrations, demandMigrated, migrate } from './migrate';
import { DatabaseRequirementError } from './requirements';
import { storeTimeLimits } from './time-limits';
import { waitForDatabase } from './wait-for-database';

export interface OpenDatabases {
  urls: DatabaseUrls;
  /** Stops the embedded server, if there is one. */
  close(): Promise<void>;
}

export interface OpeningOptions {
  /** Whether this is a program that may run while the server does, and shares its database. */
  beside_server?: boolean;
  /** Whether databases that have a URL are only checked: other programs may use them, of another version. */
  leaves_others_alone?: boolean;
  /** Whether neither of them is migrated. */
  as_they_are?: boolean;
  /** Gives up, and stops a server that was started. */
  signal?: AbortSignal;
}

const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];

/**
 * Makes both databases ready to serve: starts the embedded server for those that have no URL, waits for
 * each, checks what it must have, and migrates it.
 * @param report gets one sentence at a time for the person who started the program
 */
export async function openDatabases(
  settings: Settings,
  report: (line: string) => void,
  { beside_server = false, leaves_others_alone = false, as_they_are = false, signal }: OpeningOptions = {},
): Promise<OpenDatabases> {
  const start = beside_server ? joinEmbeddedPostgres : startEmbeddedPostgres;
  const named = { panel: settings.panel_database, memory: settings.memory_database };
  const needsServer = NAMES.some((name) => named[name].url === null);
  const server = needsServer ? await start({ data_dir: settings.data_dir, report, signal }) : null;
  // A migration that is under way ends with its connection.
  const stopServer = () => void server?.stop();
  signal?.addEventListener('abort', stopServer);
  try {
    const urls = Object.fromEntries(
      NAMES.map((name) => {
        const url = named[name].url ?? embeddedUrl(server, name);
        return [name, { url, direct_url: named[name].direct_url ?? url }];
      }),
    ) as DatabaseUrls;
    for (const name of NAMES) {
      signal?.throwIfAborted();
      await waitForDatabase(`${name} database`, urls[name].direct_url, report, signal);
      if (as_they_are) continue;
      if (leaves_others_alone && named[name].url !== null) await demandMigrated(name, urls[name].direct_url);
      else await bringUpToDate(name, urls[name].direct_url, report);
      if (!beside_server && isPooled(urls[name])) await limitTimes(name, urls[name], settings, report);
    }
    signal?.throwIfAborted();
    return { urls, close: async () => server?.stop() };
  } catch (error) {
    await server?.stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stopServer);
  }
}

async function bringUpToDate(
  name: DatabaseName,
  directUrl: string,
  report: (line: string) => void,
): Promise<void> {
  await demandKnownMigrations(name, directUrl);
  const { length } = await migrate(name, directUrl);
  if (length > 0) report(`Migrated the ${name} database: ${length} ${length === 1 ? 'step' : 'steps'}.`);
}

/** @throws DatabaseRequirementError if the role of the direct address has no say over that of the other */
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

function embeddedUrl(server: EmbeddedPostgres | null, name: DatabaseName): string {
  if (server === null) throw new Error(`The ${name} database has no address.`);
  return name === 'panel' ? server.panel_url : server.memory_url;
}
