import type { Pool, PoolClient } from 'pg';
import { READ_ONLY } from '../../platform/errors/database-unavailable';

/**
 * Closes a connection that has refused a write when its caller releases it. A connection that was opened during a
 * fail-over is read-only and would stay so in the pool.
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
  // The pool discards a connection that is ending.
  pool.on('release', (_error, client) => {
    if (refusing.has(client)) client.end().catch(() => undefined);
  });
}
