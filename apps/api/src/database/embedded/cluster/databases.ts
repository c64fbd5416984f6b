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
 * Makes the role and the two databases as far as they are missing; to be repeated at each start, since the
 * one before may have been killed half way.
 *
 * Throws an EmbeddedPostgresError when the server does not let it.
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
 * The session of a process that was killed lives on in the server until its statement is done: what it is
 * just making would not be seen yet, and could not be made twice. The lock goes with the session.
 */
async function waitForEarlierStart(client: Client): Promise<void> {
  await client.query(LOCK_DATABASES);
}

/** An ordinary role: its password gives access to nothing else on the machine. */
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

/** Where the server and its databases are, with their passwords. */
export function databaseUrls(address: ServerAddress, passwords: DatabasePasswords) {
  const { host, port } = address;
  // The folder of a socket is too long for the place of a host's name; clients take it from the parameter.
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
