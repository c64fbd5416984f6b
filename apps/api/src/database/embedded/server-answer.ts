import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServerAddress } from './server-address';

/**
 * `ours`: the server of this cluster, ready. `not_yet`: a server that starts or shuts down. `refused`: a
 * server that does not take our password. `foreign`: one of another folder. `none`: nobody in time.
 */
export type ServerAnswer = 'ours' | 'not_yet' | 'refused' | 'foreign' | 'none';

export interface ServerQuestion {
  readonly address: ServerAddress;
  readonly superuser_password: string;
  readonly cluster_folder: string;
}

const timeLimitMs = 2_000;
const closeLimitMs = 1_000;
const cannotConnectNow = '57P03';
const classOfRefusedLogins = '28';

/** Asks who answers at the address, and which version of PostgreSQL that is; takes five seconds at most. */
export async function askServer(
  question: ServerQuestion,
): Promise<{ answer: ServerAnswer; server_version?: string }> {
  const client = superuserClient(question, 'postgres');
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; server_version: string }>(
      `SELECT current_setting('data_directory') AS folder,
              split_part(current_setting('server_version'), ' ', 1) AS server_version`,
    );
    const ours = isSameFolder(rows[0]?.folder, question.cluster_folder);
    return ours ? { answer: 'ours', server_version: rows[0]?.server_version ?? '' } : { answer: 'foreign' };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === cannotConnectNow) return { answer: 'not_yet' };
    return { answer: code?.startsWith(classOfRefusedLogins) ? 'refused' : 'none' };
  } finally {
    await closeClient(client);
  }
}

/** A client for the superuser that is yet to be connected; connecting and each query have a time limit. */
export function superuserClient(
  { address, superuser_password }: Omit<ServerQuestion, 'cluster_folder'>,
  database: string,
  queryLimitMs = timeLimitMs,
): Client {
  const client = new Client({
    ...address,
    user: 'postgres',
    password: superuser_password,
    database,
    ssl: false,
    application_name: 'groupless-start',
    connectionTimeoutMillis: timeLimitMs,
    query_timeout: queryLimitMs,
  });
  // A server that dies between two questions is noticed at the next one.
  client.on('error', () => undefined);
  return client;
}

/** Closes the connection, without waiting for ever for a server that has stopped to react. */
export async function closeClient(client: Client): Promise<void> {
  const closed = client.end().catch(() => undefined);
  await Promise.race([closed, pause(closeLimitMs, undefined, { ref: false })]);
}

function isSameFolder(said: string | undefined, ours: string): boolean {
  try {
    return said !== undefined && realpathSync(said) === realpathSync(ours);
  } catch {
    return false;
  }
}
