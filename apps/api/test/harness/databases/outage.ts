import { Client } from 'pg';
import type { DatabaseName } from '../../../src/database/data-source-options';
import type { TestApp } from '../apps/test-app';
import { asSuperuser } from './test-databases';

/** Cuts an app off from one of its databases while the work is done. */
export function whileAway(app: TestApp, name: DatabaseName, work: () => Promise<void>): Promise<void> {
  return whileAltered(app, name, 'allow_connections false', 'allow_connections true', work);
}

/**
 * Alters one of an app's databases while the work is done, and ends the connections that it has.
 * @param change what stands behind `alter database …`
 * @param back what takes it back
 */
export async function whileAltered(
  { urls }: TestApp,
  name: DatabaseName,
  change: string,
  back: string,
  work: () => Promise<void>,
): Promise<void> {
  const database = new URL(urls[name].url).pathname.slice(1);
  await asSuperuser(async (client) => {
    await client.query(`alter database ${database} ${change}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
  });
  try {
    await work();
  } finally {
    await asSuperuser((client) => client.query(`alter database ${database} ${back}`));
    await untilPoolerIsBack(urls[name].url);
  }
}

/** A pooler takes a moment before it tries again; without one the first try succeeds. */
async function untilPoolerIsBack(connectionString: string): Promise<void> {
  for (let isBack = false; !isBack;) {
    const client = new Client({ connectionString });
    client.on('error', () => undefined);
    isBack = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      );
    await client.end().catch(() => undefined);
  }
}
