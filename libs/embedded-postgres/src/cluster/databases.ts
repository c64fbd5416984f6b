import type { Client } from 'pg';
import { type DatabasePasswords, servingPassword } from './database-passwords';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import type { Naming } from '../naming';
import { isSocket, type ServerAddress } from '../server/server-address';
import { asSuperuser } from '../server/superuser-client';

const statementLimitMs = 60_000;
const classOfRefusedLogins = '28';

/**
 * Makes the roles and the databases that are missing. It runs at each start, because an earlier one may have been
 * killed half-way.
 *
 * Throws an EmbeddedPostgresError if the server refuses.
 */
export async function ensureDatabases(
  address: ServerAddress,
  passwords: DatabasePasswords,
  naming: Naming,
): Promise<void> {
  try {
    const server = { address, superuserPassword: passwords.superuser };
    await asSuperuser(server, (client) => ensureAll(client, passwords, naming), statementLimitMs);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new EmbeddedPostgresError(
      code?.startsWith(classOfRefusedLogins)
        ? 'The database does not accept the passwords in database-passwords.json: put that file back from a backup.'
        : `The databases could not be made: ${message}.`,
    );
  }
}

async function ensureAll(client: Client, passwords: DatabasePasswords, naming: Naming): Promise<void> {
  const { ownerRole, servingRole, databases, advisoryLock } = naming;
  await waitForEarlierStart(client, advisoryLock);
  await ensureRole(client, ownerRole, passwords.owner);
  await ensureRole(client, servingRole, servingPassword(passwords, servingRole));
  for (const name of Object.values(databases)) await ensureDatabase(client, name, ownerRole);
}

/**
 * The session of a killed process goes on in the server until its statement ends, so this start might make the same
 * objects. The lock waits for that session to end.
 */
async function waitForEarlierStart(client: Client, advisoryLock: number): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, 0)', [advisoryLock]);
}

/** A role without privileges: its password gives access to nothing but the databases. */
async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${client.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS ` +
      `PASSWORD ${client.escapeLiteral(password)}`,
  );
}

async function ensureDatabase(client: Client, name: string, owner: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return;
  // CREATE DATABASE takes no parameters.
  const make = `CREATE DATABASE ${client.escapeIdentifier(name)} OWNER ${client.escapeIdentifier(owner)} ENCODING 'UTF8'`;
  await client.query(make);
}

/** Connection URLs, with passwords. */
export interface DatabaseUrls<Name extends string = string> {
  /** With the role that owns the databases. */
  readonly owner: Readonly<Record<Name, string>>;
  /** With the role that serves requests and owns nothing. */
  readonly serving: Readonly<Record<Name, string>>;
  /** To the database `postgres`, with the superuser. */
  readonly superuser: string;
}

export function databaseUrls<Name extends string>(
  address: ServerAddress,
  passwords: DatabasePasswords,
  { ownerRole, servingRole, databases }: Naming<Name>,
): DatabaseUrls<Name> {
  const { host, port } = address;
  // A socket's folder is too long for a host name, so it goes into the parameter `host`.
  const [name, parameter] = isSocket(address)
    ? ['localhost', `?host=${encodeURIComponent(host)}`]
    : [host, ''];
  const urlOf = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@${name}:${port}/${database}${parameter}`;
  const urlsOf = (role: string, password: string) =>
    Object.fromEntries(
      Object.entries<string>(databases).map(([key, database]) => [key, urlOf(role, password, database)]),
    ) as Record<Name, string>;
  return {
    owner: urlsOf(ownerRole, passwords.owner),
    serving: urlsOf(servingRole, servingPassword(passwords, servingRole)),
    superuser: urlOf('postgres', passwords.superuser, 'postgres'),
  };
}
