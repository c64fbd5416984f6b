import { Client, type ClientBase } from 'pg';
import type { Settings } from '../../config/settings';
import type { DatabaseAddress } from './database-address';
import { withLock } from '../advisory-locks';

/** PostgreSQL's time limits of a connection, in milliseconds. */
export function timeLimits({ statement_timeout_ms, lock_timeout_ms }: Settings) {
  return {
    statement_timeout: statement_timeout_ms,
    lock_timeout: lock_timeout_ms,
    idle_in_transaction_session_timeout: statement_timeout_ms,
  };
}

/**
 * For a connection past a pooler. Searches are long statements that take milliseconds: where PostgreSQL has a JIT compiler, it would
 * compile them for seconds first.
 */
export const WITHOUT_JIT = {
  /** The pool waits for it. */
  onConnect: async (client: ClientBase): Promise<void> => {
    await client.query('set jit = off');
  },
};

/** Removes the time limits of a connection that runs long work. */
export async function liftTimeLimits(client: ClientBase): Promise<void> {
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
  );
}

const MISSING = `
  select format('alter role %I in database %I set %I = %L', role.rolname, current_database(), name, value) as statement
  from unnest($2::text[], $3::text[]) as limits (name, value) join pg_roles as role on role.rolname = $1
  where not exists (
    select from pg_db_role_setting
    where setrole = role.oid and setdatabase = (select oid from pg_database where datname = current_database())
      and format('%s=%s', name, value) = any(setconfig)
  )`;

/**
 * Stores the limits, and that there is no JIT, with the role for this database. Through a pooler they cannot be set for a connection, and a
 * session's setting would leak to the next user of the connection.
 * @returns whether they have changed; open connections of the pooler keep the old ones
 */
export async function storeTimeLimits(address: DatabaseAddress, settings: Settings): Promise<boolean> {
  const role = decodeURIComponent(new URL(address.url).username);
  const limits = { ...timeLimits(settings), jit: 'off' };
  const client = new Client({ connectionString: address.direct_url });
  await client.connect();
  try {
    await client.query('begin');
    await withLock(client, 'roleTimeLimits');
    const missing = await client.query<{ statement: string }>(MISSING, [
      role,
      Object.keys(limits),
      Object.values(limits),
    ]);
    for (const { statement } of missing.rows) await client.query(statement);
    await client.query('commit');
    return missing.rows.length > 0;
  } finally {
    await client.end();
  }
}
