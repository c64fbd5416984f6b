import type { Pool, PoolClient } from 'pg';
import { READ_ONLY } from '../../shared/errors/database-unavailable';

/**
 * Ends a connection that has refused a write, as soon as its caller gives it back. While a server takes no writes, each
 * connection made then is read-only by its own settings, and stays so for as long as it is used.
 */
export function endReadOnlyConnections(pool: Pool): void {
  const watched = new WeakSet<PoolClient>();
  const refusing = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) refusing.add(client);
    });
  });
  // The pool keeps no connection that is ending.
  pool.on('release', (_error, client) => {
    if (refusing.has(client)) client.end().catch(() => undefined);
  });
}
