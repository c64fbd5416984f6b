import type { Settings } from '../config/settings';
import type { DatabaseName, DatabaseUrls } from './data-source-options';
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded/embedded-postgres';
import { migrate } from './migrate';
import { waitForDatabase } from './wait-for-database';

export interface OpenDatabases {
  urls: DatabaseUrls;
  /** Stops the embedded server, if there is one. */
  close(): Promise<void>;
}

const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];

/**
 * Makes both databases ready to serve: starts the embedded server for those that have no URL, waits for
 * each, checks what it must have, and migrates it.
 * @param report gets one sentence at a time for the person who started the program
 * @param beside_server whether this is a program that may run while the server does, and shares its database
 */
export async function openDatabases(
  settings: Settings,
  report: (line: string) => void,
  { beside_server = false } = {},
): Promise<OpenDatabases> {
  const start = beside_server ? joinEmbeddedPostgres : startEmbeddedPostgres;
  const named = { panel: settings.panel_database, memory: settings.memory_database };
  const needs_server = NAMES.some((name) => named[name].url === null);
  const server = needs_server ? await start({ data_dir: settings.data_dir, report }) : null;
  try {
    const urls = Object.fromEntries(
      NAMES.map((name) => {
        const url = named[name].url ?? embeddedUrl(server, name);
        return [name, { url, direct_url: named[name].direct_url ?? url }];
      }),
    ) as DatabaseUrls;
    for (const name of NAMES) {
      await waitForDatabase(`${name} database`, urls[name].direct_url, report);
      const ran = await migrate(name, urls[name].direct_url);
      if (ran.length > 0)
        report(`Migrated the ${name} database: ${ran.length} ${ran.length === 1 ? 'step' : 'steps'}.`);
    }
    return { urls, close: async () => server?.stop() };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

function embeddedUrl(server: EmbeddedPostgres | null, name: DatabaseName): string {
  if (server === null) throw new Error(`The ${name} database has no address.`);
  return name === 'panel' ? server.panel_url : server.memory_url;
}
