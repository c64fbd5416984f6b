import type { Client } from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import type { ServerAddress } from './server-address';
import { closeClient, superuserClient } from './server-answer';

export const databaseNames = ['groupless', 'assistant_memory'] as const;
/** Owns the databases, and migrates them. */
export const roleName = 'groupless';
/** Serves requests: it owns nothing. */
export const servingRoleName = 'groupless_server';

const statementLimitMs = 60_000;
const LOCK_DATABASES = `SELECT pg_advisory_lock(${ADVISORY_LOCKS.embeddedDatabases}, 0)`;

/**
 * Makes the role and the two databases as far as they are missing; to be repeated at each start, since the
 * one before may have been killed half way.
 *
 * Throws an EmbeddedPostgresError when the server does not let it.
 */
export async function ensureDatabases(
  server: { readonly address: ServerAddress; readonly superuser_password: string },
  passwords: { readonly owner: string; readonly serving: string },
): Promise<void> {
  const client = superuserClient(server, 'postgres', statementLimitMs);
  try {
    await client.connect();
    await waitForEarlierStart(client);
    await ensureRole(client, roleName, passwords.owner);
    await ensureRole(client, servingRoleName, passwords.serving);
    for (const name of databaseNames) await ensureDatabase(client, name);
  } catch (error) {
    throw new EmbeddedPostgresError(`The databases could not be made: ${(error as Error).message}.`);
  } finally {
    await closeClient(client);
  }
}

/**
 * The session of a process that was killed lives on in the server until its statement is done: what it is
 * just making would not be seen yet, and could not be made twice. The lock goes with the session.
 */
async function waitForEarlierStart(client: Client): Promise<void> {
  await client.query(LOCK_DATABASES);
}

/** An ordinary role: a leak of its password opens nothing else on the machine. */
async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS ` +
      `PASSWORD ${client.escapeLiteral(password)}`,
  );
}

async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return;
  // PostgreSQL takes no parameters in this statement.
  const make = `CREATE DATABASE ${client.escapeIdentifier(name)} OWNER ${roleName} ENCODING 'UTF8'`;
  await client.query(make);
}
