import { Client } from 'pg';
import { hostAndDatabase } from '../../database/opening/wait-for-database';
import { failure, type Check } from './check';

const CONNECT_MS = 5_000;
const QUERY_MS = 15_000;

/** Runs checks on a connection. If connecting fails, that is the only check reported. */
export async function withClient(
  name: string,
  url: string,
  work: (client: Client) => Promise<Check[]>,
): Promise<Check[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    application_name: 'groupless doctor',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    return [refusal(name, url, error as Error & { code?: string })];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refusal(name: string, url: string, { code = '', message }: Error & { code?: string }): Check {
  const place = hostAndDatabase(url);
  if (code.startsWith('28')) {
    const next = 'Correct user and password in the URL, or pg_hba.conf on the server.';
    return failure(name, `${place} refuses this user, password or address.`, next);
  }
  if (code === '3D000') {
    const next = 'Make it with docker/postgres/create-databases.sql, or correct the URL.';
    return failure(name, `${place} does not exist.`, next);
  }
  const reason = code === '' ? message : code;
  return failure(
    name,
    `${place} does not answer (${reason}).`,
    'Start it, or correct host and port in the URL.',
  );
}
