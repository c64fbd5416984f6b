import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrationNames, type DatabaseUrls } from '../../src/database/data-source-options';
import { startInstalledPostgres } from '../harness/databases/installed-postgres';
import { makeNextVersion, type NextVersion } from '../harness/programs/next-version';
import { Production } from '../harness/rolling/production';
import { describeBehindNginx } from '../harness/apps/real-nginx';
import { describeWithPostgres15, POSTGRES_15 } from '../harness/databases/streaming-replica';
import { createTestDatabases } from '../harness/databases/test-databases';
import { eventually } from '../harness/data/times';
import { Traffic } from '../harness/rolling/traffic';

jest.setTimeout(300_000);

let next: NextVersion;
beforeAll(() => (next = makeNextVersion()));
afterAll(() => next.remove());

/** Traffic between two restarts. */
const REQUESTS = 60;

/** Brings the next version in under traffic, one server after the other, and then takes it back. */
async function upgradeAndRollBack(urls: DatabaseUrls): Promise<void> {
  const production = await Production.start(urls);
  try {
    const traffic = await Traffic.start(production, 20);
    const versions: string[] = [await versionOf(production, 0)];
    for (const main of [next.main, undefined]) {
      for (const index of production.replicas.keys()) {
        await production.restart(index, main);
        versions.push(await versionOf(production, index));
        const seen = traffic.total;
        await eventually(() => traffic.total >= seen + REQUESTS);
      }
    }
    await traffic.stop();
    const [present] = versions;
    expect(versions).toEqual([present, next.version, next.version, present, present]);
    expect(traffic.failures).toEqual([]);
    expect(traffic.booked.size).toBeGreaterThan(0);
    expect(await stored(urls)).toEqual({
      has_next_column: true,
      bookings: traffic.booked.size,
      migrations: [...migrationNames('panel'), 'NextVersion9999999999999'],
    });
  } finally {
    await production.stop();
  }
}

async function versionOf(production: Production, index: number): Promise<string> {
  const answer = await fetch(`${production.replicas[index]!.base_url}/api/health/live`);
  return ((await answer.json()) as { version: string }).version;
}

async function stored({ panel }: DatabaseUrls): Promise<object> {
  const client = new Client({ connectionString: panel.direct_url });
  await client.connect();
  const { rows } = await client.query<object>(`
    select exists (select from information_schema.columns where column_name = 'next_note') as has_next_column,
           (select count(*)::int from appointments) as bookings,
           (select array_agg(name::text order by id) from migrations) as migrations`);
  await client.end();
  return rows[0] ?? {};
}

describeBehindNginx('an upgrade that migrates, and its rollback, one server after the other', () => {
  it('lose no request on the PostgreSQL of this run', async () => {
    const databases = await createTestDatabases({ empty: true });
    await upgradeAndRollBack(databases.urls);
    await databases.drop();
  });
});

describeBehindNginx('the same', () => {
  describeWithPostgres15('on PostgreSQL 15', () => {
    it('lose no request', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'groupless-upgrade-'));
      chmodSync(folder, 0o711);
      const server = await startInstalledPostgres(POSTGRES_15, folder);
      const addressOf = (url: string) => ({ url, direct_url: url });
      await upgradeAndRollBack({ panel: addressOf(server.panel_url), memory: addressOf(server.memory_url) });
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    });
  });
});
