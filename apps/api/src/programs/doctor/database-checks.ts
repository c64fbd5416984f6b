import type { Client } from 'pg';
import { isPooled, ownerUrl, type DatabaseAddress } from '../../database/opening/database-address';
import { programTables } from '../../database/program-tables';
import type { DatabaseName } from '../../database/data-source-options';
import { compareMigrations } from '../../database/migrate';
import { unmetRequirements } from '../../database/opening/requirements';
import { hostAndDatabase } from '../../database/opening/wait-for-database';
import { failure, ok, warning, type Check } from './check';
import { withClient } from './connection';
import { poolerChecks, isBehindPooler } from './pooler-checks';

/** The clock skew between this machine and the database from which the doctor warns or fails. */
const CLOCKS_APART_MS = { warning: 2_000, failure: 60_000 };

export interface ExaminedDatabase {
  name: DatabaseName;
  address: DatabaseAddress;
  /** The connections of one process to this server; null if the other database's check reports it. */
  per_process: number | null;
  /** Further checks, if the tables are of this version. */
  further: (client: Client) => Promise<Check[]>;
}

/** All checks of one database. Read-only. */
export async function databaseChecks(examined: ExaminedDatabase): Promise<Check[]> {
  const { name, address, per_process, further } = examined;
  return withClient(`${name} database`, ownerUrl(address), async (client) => {
    if (await isBehindPooler(client)) return [unseenPooler(name, address)];
    const unmet = await unmetRequirements(client);
    const checks = unmet.map((line) =>
      failure(`${name} database`, `Cannot be used: ${line}.`, 'See docs/deployment.md.'),
    );
    if (unmet.length === 0) checks.push(ok(`${name} database`, await describe(client, address.direct_url)));
    const rights = await ownerCheck(name, client);
    checks.push(rights, await clockCheck(name, client));
    if (per_process !== null) checks.push(await connectionsCheck(name, client, per_process));
    if (isPooled(address)) checks.push(...(await poolerChecks(name, address, client)));
    // Tables of another owner may be unreadable.
    if (rights.level !== 'ok') return checks;
    const migrations = await migrationsCheck(name, client);
    checks.push(migrations);
    return migrations.level === 'ok' ? [...checks, ...(await further(client))] : checks;
  });
}

function unseenPooler(name: DatabaseName, address: DatabaseAddress): Check {
  const variable = `${name.toUpperCase()}_DATABASE_DIRECT_URL`;
  const says = isPooled(address)
    ? `${variable} leads to a pooler too.`
    : `A pooler stands before the database, and ${variable} is not set.`;
  const next = `Set ${variable} to the database itself: migrations and live events need it.`;
  return failure(`${name} database`, says, next);
}

async function describe(client: Client, url: string): Promise<string> {
  const { rows } = await client.query<{ version: string; zone: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('TimeZone') as zone`,
  );
  return `PostgreSQL ${rows[0]?.version}, UTF8, time zone ${rows[0]?.zone}; ${hostAndDatabase(url)}.`;
}

async function ownerCheck(name: DatabaseName, client: Client): Promise<Check> {
  const { rows } = await client.query<{ table: string; is_of_program: boolean }>(
    `select relname::text as table, relname = any ($1) as is_of_program from pg_class
     where relnamespace = (select oid from pg_namespace where nspname = current_schema())
       and relkind in ('r', 'p') and not pg_has_role(current_user, relowner, 'usage') order by relname`,
    [programTables(name)],
  );
  const about = `${name} rights`;
  if (rows.length === 0) return ok(about, `Everything in it belongs to the role ${client.user}.`);
  const needed = rows.filter(({ is_of_program }) => is_of_program);
  const shown = (needed.length > 0 ? needed : rows).map(({ table }) => table);
  const named = [...shown.slice(0, 3), ...(shown.length > 3 ? ['…'] : [])].join(', ');
  const says = `${shown.length === 1 ? '1 table belongs' : `${shown.length} tables belong`} to another role than ${client.user}: ${named}.`;
  if (needed.length === 0)
    return warning(
      about,
      says,
      'What is not of this program is in no backup, and no upgrade takes it along.',
    );
  return failure(
    about,
    says,
    'As a superuser in that database: REASSIGN OWNED BY the other role TO this one.',
  );
}

async function migrationsCheck(name: DatabaseName, client: Client): Promise<Check> {
  const { applied, pending, unknown, is_servable } = await compareMigrations(name, client);
  const about = `${name} migrations`;
  if (unknown.length > 0) {
    const says = `A newer version has migrated it: ${unknown.length} unknown to this one.`;
    if (is_servable) return warning(about, says, 'It took nothing away: this version can serve it too.');
    return failure(about, says, 'Start the newer version, or see "Rollback" in docs/operations.md.');
  }
  if (applied.length === 0) return warning(about, 'It is empty.', 'Start the server: it makes the tables.');
  if (pending.length > 0) {
    const says = `${pending.length} of ${applied.length + pending.length} are pending.`;
    return warning(about, says, 'Back up, then start the server of this version: it migrates.');
  }
  return ok(about, `All ${applied.length} are applied.`);
}

async function clockCheck(name: DatabaseName, client: Client): Promise<Check> {
  const askedAt = Date.now();
  const { rows } = await client.query<{ now_ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms',
  );
  // The middle of the round trip.
  const hereMs = (askedAt + Date.now()) / 2;
  const apartMs = Math.abs((rows[0]?.now_ms ?? 0) - hereMs);
  const about = `${name} clock`;
  const says = `This machine's clock and the database's are ${apart(apartMs)} apart.`;
  const next = 'Let both machines keep their clocks by NTP: sessions, codes and keys end by them.';
  if (apartMs >= CLOCKS_APART_MS.failure) return failure(about, says, next);
  return apartMs >= CLOCKS_APART_MS.warning ? warning(about, says, next) : ok(about, says);
}

function apart(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1_000)} s`;
}

async function connectionsCheck(name: DatabaseName, client: Client, perProcess: number): Promise<Check> {
  const { rows } = await client.query<{ most: number; open: number }>(`
    select least(
             current_setting('max_connections')::int
               - current_setting('superuser_reserved_connections')::int
               - coalesce(current_setting('reserved_connections', true)::int, 0),
             nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
             nullif((select datconnlimit from pg_database where datname = current_database()), -1)
           ) as most,
           (select sum(numbackends)::int from pg_stat_database) as open`);
  const { most = 0, open = 0 } = rows[0] ?? {};
  const fit = Math.floor(most / perProcess);
  const about = `${name} connections`;
  const says = `Room for ${most}, ${open} open now; a process may open ${perProcess}, so ${fit} fit.`;
  const next = 'Lower DB_POOL_SIZE, or raise max_connections.';
  if (fit < 1) return failure(about, says, next);
  return fit < 2 ? warning(about, says, `${next} A rolling restart needs two processes.`) : ok(about, says);
}
