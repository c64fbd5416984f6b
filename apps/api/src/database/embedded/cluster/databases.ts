import type { Client } from 'pg';
import { ADVISORY_LOCKS } from '../../advisory-locks';
import { type DatabasePasswords, servingPassword } from './database-passwords';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import { isSocket, type ServerAddress } from '../server/server-address';
import { asSuperuser } from '../server/superuser-client';

const databaseNames = ['groupless', 'assistant_memory'] as const;
/** Owns the databases, and migrates them. */
const roleName = 'groupless';
/** Serves requests: it owns nothing. */
const servingRoleName = 'groupless_server';

const statementLimitMs = 60_000;
const classOfRefusedLogins = '28';
const LOCK_DATABASES = `SELECT pg_advisory_lock(${ADVISORY_LOCKS.embeddedDatabases}, 0)`;

/**
 * Makes the roles and the two databases that are missing. It runs at each start, because an earlier one may have been
 * killed half-way.
 *
 * Throws an EmbeddedPostgresError if the server refuses.
 */
export async function ensureDatabases(address: ServerAddress, passwords: DatabasePasswords): Promise<void> {
  try {
    const server = { address, superuser_password: passwords.superuser };
    await asSuperuser(server, (client) => ensureAll(client, passwords), statementLimitMs);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new EmbeddedPostgresError(
      code?.startsWith(classOfRefusedLogins)
        ? 'The database does not accept the passwords in database-passwords.json: put that file back from a backup.'
        : `The databases could not be made: ${message}.`,
    );
  }
}

async function ensureAll(client: Client, passwords: DatabasePasswords): Promise<void> {
  await waitForEarlierStart(client);
  await ensureRole(client, roleName, passwords.groupless);
  await ensureRole(client, servingRoleName, servingPassword(passwords));
  for (const name of databaseNames) await ensureDatabase(client, name);
}

/**
 * The session of a killed process goes on in the server until its statement ends, so this start might make the same
 * objects. The lock waits for that session to end.
 */
async function waitForEarlierStart(client: Client): Promise<void> {
  await client.query(LOCK_DATABASES);
}

/** A role without privileges: its password gives access to nothing but the databases. */
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
  // CREATE DATABASE takes no parameters.
  const make = `CREATE DATABASE ${client.escapeIdentifier(name)} OWNER ${roleName} ENCODING 'UTF8'`;
  await client.query(make);
}

/** The connection URLs of the server and its databases, with passwords. */
export function databaseUrls(address: ServerAddress, passwords: DatabasePasswords) {
  const { host, port } = address;
  // A socket's folder is too long for a host name, so it goes into the parameter `host`.
  const [name, parameter] = isSocket(address)
    ? ['localhost', `?host=${encodeURIComponent(host)}`]
    : [host, ''];
  const urlOf = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@${name}:${port}/${database}${parameter}`;
  return {
    panel_url: urlOf(roleName, passwords.groupless, 'groupless'),
    memory_url: urlOf(roleName, passwords.groupless, 'assistant_memory'),
    serving: {
      panel_url: urlOf(servingRoleName, servingPassword(passwords), 'groupless'),
      memory_url: urlOf(servingRoleName, servingPassword(passwords), 'assistant_memory'),
    },
    superuser_url: urlOf('postgres', passwords.superuser, 'postgres'),
  };
}
