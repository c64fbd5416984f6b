import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DatabaseAddress } from '../../../src/database/opening/database-address';
import type { DatabaseUrls } from '../../../src/database/data-source-options';
import type { ServerUrls } from './installed-postgres';
import { throughPooler } from './real-pgbouncer';

/** The PostgreSQL of this run. Its two databases are migrated and empty, and serve as templates. */
export interface TestServer extends ServerUrls {
  /** Of a PgBouncer before it; null if the tests go straight to it. */
  pooler_port: number | null;
}

export interface TestDatabases {
  urls: DatabaseUrls;
  drop(): Promise<void>;
}

export function testServer(): TestServer {
  return JSON.parse(process.env['TEST_SERVER'] ?? '') as TestServer;
}

/** Two databases for one test file: copies of the migrated ones, or (`empty`) with nothing in them. */
export async function createTestDatabases({ empty = false } = {}): Promise<TestDatabases> {
  const { panel_url, memory_url, pooler_port } = testServer();
  const suffix = randomBytes(6).toString('hex');
  const copies = [panel_url, memory_url].map((template) => ({
    template,
    name: `test_${suffix}_${nameOf(template)}`,
  }));
  await Promise.all(
    copies.map(({ template, name }) => {
      const source = empty ? 'template0' : nameOf(template);
      return asSuperuser((client) =>
        // Page by page through the log, as PostgreSQL usually does, takes several times as long.
        client.query(`create database ${name} owner groupless template ${source} strategy file_copy`),
      );
    }),
  );
  const [panel, memory] = copies.map(({ template, name }) => {
    const { href: directUrl } = new URL(name, template);
    return {
      url: pooler_port === null ? directUrl : throughPooler(directUrl, pooler_port),
      direct_url: directUrl,
    };
  }) as [DatabaseAddress, DatabaseAddress];
  return {
    urls: { panel, memory },
    drop: () =>
      asSuperuser(async (client) => {
        for (const { name } of copies) await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** @param of the URL of a database; by default the one that every server has */
export async function asSuperuser<T>(work: (client: Client) => Promise<T>, of?: string): Promise<T> {
  const { superuser_url } = testServer();
  const { pathname } = new URL(of ?? superuser_url);
  const client = new Client({ connectionString: new URL(pathname, superuser_url).href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
