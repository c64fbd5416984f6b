import { Client } from 'pg';
import type { DatabaseName } from '../../src/database/data-source-options';
import type { TestApp } from './test-app';
import { asSuperuser } from './test-databases';

/** Cuts an app off from one of its databases while the work is done. */
export async function whileAway(
  { urls }: TestApp,
  name: DatabaseName,
  work: () => Promise<void>,
): Promise<void> {
  const database = new URL(urls[name].url).pathname.slice(1);
  await asSuperuser(async (client) => {
    await client.query(`alter database ${database} with allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
  });
  try {
    await work();
  } finally {
    await asSuperuser((client) => client.query(`alter database ${database} with allow_connections true`));
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
