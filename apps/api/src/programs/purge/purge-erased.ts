import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseRequirementError } from '../../database/opening/requirements';
import { liftTimeLimits } from '../../database/opening/time-limits';

export interface PurgedDatabases {
  /** With the roles that own the databases. */
  memory_url: string;
  panel_url: string;
  /**
   * With a role that may run CHECKPOINT, in any database of the server. Null: the owner of the memory database tries.
   */
  superuser_url: string | null;
}

const PAUSE_MS = 200;
const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_FUNCTION = '42883';

const REWRITE = 'vacuum (full, analyze)';
/** ANALYZE leaves dead rows with samples of the texts, which older transactions still see. */
const REWRITE_STATISTICS = 'vacuum full pg_statistic';

/** ANALYZE keeps the samples of tables and indexes in which it finds no row. */
const OF_EMPTY = `
  from pg_stats join pg_class as emptied on emptied.oid = format('%I.%I', schemaname, tablename)::regclass
  where schemaname <> 'pg_catalog' and reltuples = 0 and pg_has_role(relowner, 'usage')`;

/** Not before PostgreSQL 18, where nothing else that an owner may do removes them either. */
const CLEAR_STATISTICS = `select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) ${OF_EMPTY}`;

const LIST_UNCLEARED = `
  select distinct coalesce((select indrelid from pg_index where indexrelid = emptied.oid), emptied.oid)::regclass::text as name
  ${OF_EMPTY} order by name`;

export interface Purged {
  /** Whether a checkpoint was written; otherwise the server writes one later. */
  is_written: boolean;
  /** The tables of which the statistics still have samples of what stood there. */
  sampled: string[];
}

/**
 * Whether an older snapshot can still see removed rows: VACUUM FULL would copy these. Transactions in other databases
 * count by their xid, because a snapshot taken while they run is as old as they are. Autovacuum's snapshot is visible
 * only to superusers and members of `pg_read_all_stats`.
 */
const IS_SEEN = `
  select exists (
    select from pg_stat_activity
    where pid not in (pg_backend_pid(), $3)
      and (age(backend_xid) > age($1::xid)
        or (datname is null or datname = $2) and age(backend_xmin) > age($1::xid))
  ) or exists (select from pg_prepared_xacts where age(transaction) > age($1::xid))
  or exists (select from pg_replication_slots where age(xmin) > age($1::xid)) as seen`;

/**
 * Two checks in a row must be clear: one check reads connections one by one, so it can miss a snapshot taken meanwhile.
 */
const CLEAR_CHECKS = 2;

/**
 * Rewrites the files of both databases, because PostgreSQL deletes rows without overwriting their bytes.
 * Each table is locked while it is rewritten.
 * @param patienceMs how long to wait for older transactions
 * @throws DatabaseRequirementError if other transactions do not end in time
 */
export async function purgeErased(databases: PurgedDatabases, patienceMs: number): Promise<Purged> {
  const { memory_url, panel_url, superuser_url } = databases;
  return onConnection(superuser_url ?? memory_url, async (watcher) => {
    const rewrite = (url: string, name: string) =>
      onConnection(url, async (client) => {
        const afterOthers = async (statement: string) => {
          await waitForOthers(watcher, client, name, patienceMs);
          await client.query(statement);
        };
        await afterOthers(REWRITE);
        await isRun(client, CLEAR_STATISTICS, UNDEFINED_FUNCTION);
        await afterOthers(REWRITE_STATISTICS);
        return (await client.query<{ name: string }>(LIST_UNCLEARED)).rows.map((row) => row.name);
      });
    const panel = await rewrite(panel_url, 'panel database');
    const memory = await rewrite(memory_url, 'memory database');
    const is_written = await isRun(watcher, 'checkpoint', INSUFFICIENT_PRIVILEGE);
    return { is_written, sampled: [...panel, ...memory] };
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
  for (let clear = 0; clear < CLEAR_CHECKS;) {
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

/** Whether a statement ran that this server or role may not have. */
async function isRun(client: Client, statement: string, refusal: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === refusal) return false;
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
