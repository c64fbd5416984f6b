import { Pool } from 'pg';

/**
 * Connections of a test's own. At its end `pool.end()` does not wait until the server has heard of it, so one that is
 * being closed may still be told that its database is dropped: nobody has to be told of that.
 */
export function openPool(connectionString: string, max: number, options?: string): Pool {
  const pool = new Pool({ connectionString, max, options });
  pool.on('error', () => undefined);
  return pool;
}
