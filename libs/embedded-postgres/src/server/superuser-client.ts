import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServerAddress } from './server-address';

const timeLimitMs = 2_000;
const closeLimitMs = 1_000;

/** Runs an action on a superuser connection. Connecting and each query have a time limit. */
export async function asSuperuser<T>(
  { address, superuserPassword }: { readonly address: ServerAddress; readonly superuserPassword: string },
  action: (client: Client) => Promise<T>,
  queryLimitMs = timeLimitMs,
): Promise<T> {
  const client = new Client({
    ...address,
    user: 'postgres',
    password: superuserPassword,
    database: 'postgres',
    ssl: false,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: timeLimitMs,
    query_timeout: queryLimitMs,
  });
  // The next query reports a broken connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await action(client);
  } finally {
    // The time limit is for a suspended server, which never closes its end.
    const closed = client.end().catch(() => undefined);
    await Promise.race([closed, pause(closeLimitMs, undefined, { ref: false })]);
  }
}

/**
 * Whether the server at the address uses this folder, has this version and accepts our password; null if it did not
 * answer in time.
 */
export async function isServerOf(
  clusterFolder: string,
  version: string,
  server: { readonly address: ServerAddress; readonly superuserPassword: string },
): Promise<boolean | null> {
  try {
    const { rows } = await asSuperuser(server, (client) =>
      client.query<{ folder: string; version: string }>(
        `SELECT current_setting('data_directory') AS folder,
                split_part(current_setting('server_version'), ' ', 1) AS version`,
      ),
    );
    const [found] = rows;
    return found?.version === version && realpathSync(found.folder) === realpathSync(clusterFolder);
  } catch (error) {
    // Refusals of the server or the system have a code; a timeout has none.
    return (error as { code?: string }).code === undefined ? null : false;
  }
}
