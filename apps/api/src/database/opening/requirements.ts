import type { Client } from 'pg';

const OLDEST_SERVER = 150_000;
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gist'] as const;

/** A database that answers but does not meet the requirements, with a list of what it lacks. */
export class DatabaseRequirementError extends Error {
  override readonly name = 'DatabaseRequirementError';
  constructor(label: string, unmet: readonly string[]) {
    super([`The ${label} cannot be used:`, ...unmet.map((line) => `  ${line}`)].join('\n'));
  }
}

/** The requirements that a database does not meet, each as a clause that says what to do. */
export async function unmetRequirements(client: Client): Promise<string[]> {
  const { rows } = await client.query<{
    version_num: number;
    version: string;
    encoding: string;
    user: string;
    database: string;
    schema: string | null;
    may_create: boolean | null;
    may_create_extensions: boolean;
    read_only: boolean;
  }>(`
    select current_setting('server_version_num')::int as version_num,
           current_setting('server_version') as version,
           current_setting('server_encoding') as encoding,
           current_user as "user",
           current_database() as database,
           current_schema() as schema,
           has_schema_privilege(current_schema(), 'CREATE') as may_create,
           has_database_privilege(current_database(), 'CREATE') as may_create_extensions,
           pg_is_in_recovery() as read_only`);
  const [server] = rows;
  if (server === undefined) throw new Error('the server answered nothing');
  const extensions = await client.query<{ name: string; installed: boolean }>(
    'select name, installed_version is not null as installed from pg_available_extensions where name = any($1)',
    [EXTENSIONS],
  );

  const unmet: string[] = [];
  if (server.version_num < OLDEST_SERVER)
    unmet.push(`it is PostgreSQL ${server.version}; 15 or later is needed`);
  if (server.encoding !== 'UTF8') unmet.push(`its encoding is ${server.encoding}; UTF8 is needed`);
  if (server.read_only) unmet.push('it is a read-only standby; the primary is needed');
  if (server.schema === null || server.may_create !== true) {
    unmet.push(
      `the role ${server.user} may not create tables: as its owner run ` +
        `GRANT ALL ON SCHEMA ${server.schema ?? 'public'} TO ${server.user}`,
    );
  }
  for (const name of EXTENSIONS) {
    const extension = extensions.rows.find((row) => row.name === name);
    if (extension === undefined) {
      unmet.push(
        `the extension ${name} is not available on the server: install PostgreSQL's contrib package`,
      );
    } else if (!extension.installed && !server.may_create_extensions) {
      unmet.push(
        `the role ${server.user} may not create the extension ${name}: run CREATE EXTENSION ${name}, ` +
          `or GRANT CREATE ON DATABASE ${server.database} TO ${server.user}`,
      );
    }
  }
  return unmet;
}
