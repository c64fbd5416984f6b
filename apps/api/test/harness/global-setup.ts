import { Client } from 'pg';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '../../src/database/embedded-server';
import { migrate } from '../../src/database/migrate';
import { grantServingRights } from '../../src/database/opening/serving-rights';
import { startInstalledPostgres } from './databases/installed-postgres';
import { startPgBouncer } from './databases/real-pgbouncer';
import { asServingRole, SERVING_PASSWORD } from './databases/serving-role';
import type { TestServer } from './databases/test-databases';
import { goesThrough } from './apps/through';

declare global {
  /** Of each project. */
  var stopTestPostgres: (() => Promise<void>)[] | undefined;
}

interface Project {
  displayName: { name: string };
  testEnvironmentOptions: { environment?: Record<string, string> };
}

/** One PostgreSQL for each project of the run, with both databases migrated: every test file clones them. */
export default async function setUp(_: unknown, project: Project): Promise<void> {
  const { name } = project.displayName;
  const variables = { ...process.env, ...project.testEnvironmentOptions.environment };
  const folder = mkdtempSync(join(tmpdir(), 'groupless-test-'));
  // Where the tests run as root, the server's own user must be able to pass through.
  chmodSync(folder, 0o711);
  const bin = variables['TEST_POSTGRES_BIN'];
  const server = bin === undefined ? await embedded(folder) : await startInstalledPostgres(bin, folder);
  await migrate('panel', server.panel_url);
  await chooseAsAPerson(server.panel_url);
  await migrate('memory', server.memory_url);
  const { panel_url, memory_url, superuser_url } = server;
  await letServe(superuser_url, panel_url, memory_url);
  const pooler = goesThrough('pgbouncer', variables) ? await startPgBouncer(panel_url, folder) : null;
  const started = { panel_url, memory_url, superuser_url, pooler_port: pooler?.port ?? null };
  const servers = JSON.parse(process.env['TEST_SERVERS'] ?? '{}') as object;
  // The test environment gives each file those of its project.
  process.env['TEST_SERVERS'] = JSON.stringify({
    ...servers,
    [name]: { TEST_FOLDER: folder, TEST_SERVER: JSON.stringify(started satisfies TestServer) },
  });
  (globalThis.stopTestPostgres ??= []).push(async () => {
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

/** What a new installation asks its first admin. `asInstalled()` takes it back. */
async function chooseAsAPerson(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `update chat_agent_settings set phone_region = 'US', time_zone_chosen = true, unnamed_resource = null,
       used_for = 'both'`,
  );
  await client.end();
}

/** The applications under test serve as a role that owns nothing; clones of the databases keep its rights. */
async function letServe(superuserUrl: string, ...urls: string[]): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query(`select from pg_roles where rolname = 'groupless_server'`);
  if (rows.length === 0) await client.query('create role groupless_server');
  await client.query(`alter role groupless_server login password '${SERVING_PASSWORD}'`);
  // Tests look at what the application waits for, and end its connections.
  await client.query('grant pg_read_all_stats, pg_signal_backend to groupless');
  // To empty tables without their triggers.
  await client.query('grant set on parameter session_replication_role to groupless');
  await client.end();
  for (const url of urls) {
    const serving = asServingRole(url);
    await grantServingRights({ url: serving, direct_url: serving, owner_url: url });
  }
}

async function embedded(dataDir: string) {
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', file_copy_method: 'clone' },
    // The applications that a worker's files share keep theirs.
    max_connections: '200',
  };
  const server = await startEmbeddedServer({ dataDir, report: () => undefined, settings, transport: 'tcp' });
  const { owner, superuser } = server.urls;
  return {
    panel_url: owner.panel,
    memory_url: owner.memory,
    superuser_url: superuser,
    stop: () => server.stop(),
  };
}
