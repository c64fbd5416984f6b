import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseRequirementError } from './opening/requirements';
import { liftTimeLimits } from './opening/time-limits';

export interface PurgedDatabases {
  /** As roles that own the databases. */
  memory_url: string;
  panel_url: string;
  /** As a role that may write a checkpoint, to any database of the server; null: that of the memory tries. */
  superuser_url: string | null;
}

const PAUSE_MS = 200;
const INSUFFICIENT_PRIVILEGE = '42501';

/** The tables of the panel's database in which texts of the memory have been. */
const REWRITE_PANEL = 'vacuum (full, analyze) hook_deliveries, hook_outbox';
const REWRITE_MEMORY = 'vacuum (full, analyze)';
/** The rows that ANALYZE has just replaced hold samples of the texts, and what began before that still sees them. */
const REWRITE_STATISTICS = 'vacuum full pg_statistic';

/**
 * Whether a transaction sees, or can still begin to see, rows that were removed before this one: the rewrite of the
 * table would copy them.
 * Transactions of other databases see no rows of this one, but a snapshot that is taken beside one of them is as old as
 * that. What autovacuum sees is shown to superusers and to members of `pg_read_all_stats` alone.
 */
const IS_SEEN = `
  select exists (
    select from pg_stat_activity
    where pid not in (pg_backend_pid(), $3)
      and (age(backend_xid) > age($1::xid)
        or (datname is null or datname = $2) and age(backend_xmin) > age($1::xid))
  ) or exists (select from pg_prepared_xacts where age(transaction) > age($1::xid))
  or exists (select from pg_replication_slots where age(xmin) > age($1::xid)) as seen`;

/** One look reads one connection after the other: what began between them is seen by the next look. */
const CLEAR_LOOKS = 2;

/**
 * Rewrites the files in which rows of the memory were, so that no byte of an erased one is left in them. PostgreSQL
 * removes rows without overwriting them. Each table is locked while it is rewritten.
 * @param patienceMs how long it waits for transactions that began before
 * @returns whether a checkpoint was written; else the server writes it by itself, later
 * @throws DatabaseRequirementError where other transactions do not end
 */
export async function purgeErased(databases: PurgedDatabases, patienceMs: number): Promise<boolean> {
  const { memory_url, panel_url, superuser_url } = databases;
  return onConnection(superuser_url ?? memory_url, async (watcher) => {
    const rewrite = (url: string, name: string, tables: string) =>
      onConnection(url, async (client) => {
        for (const statement of [tables, REWRITE_STATISTICS]) {
          await waitForOthers(watcher, client, name, patienceMs);
          await client.query(statement);
        }
      });
    await rewrite(panel_url, 'panel database', REWRITE_PANEL);
    await rewrite(memory_url, 'memory database', REWRITE_MEMORY);
    return writeCheckpoint(watcher);
  });
}

async function waitForOthers(
  watcher: Client,
  client: Client,
  name: string,
  patienceMs: number,
): Promise<void> {
  const { rows } = await client.query<{ mark: string; database: string; pid: number }>(
    'select pg_current_xact_id()::xid::text as mark, current_database() as database, pg_backend_pid() as pid',
  );
  const end = performance.now() + patienceMs;
  for (let clear = 0; clear < CLEAR_LOOKS;) {
    const { rows: found } = await watcher.query<{ seen: boolean }>(IS_SEEN, [
      rows[0]?.mark,
      rows[0]?.database,
      rows[0]?.pid,
    ]);
    if (found[0]?.seen !== true) {
      clear++;
      continue;
    }
    clear = 0;
    if (performance.now() > end) {
      const unmet =
        'a transaction, a backup or a replication slot still holds rows that were removed. Run this again when it ended';
      throw new DatabaseRequirementError(name, [unmet]);
    }
    await sleep(PAUSE_MS);
  }
}

async function writeCheckpoint(client: Client): Promise<boolean> {
  try {
    await client.query('checkpoint');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

async function onConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await liftTimeLimits(client);
    return await work(client);
  } finally {
    await client.end();
  }
}
