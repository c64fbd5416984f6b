import { Pool, type QueryConfig, type QueryResultRow } from 'pg';
import type { Settings } from '../config/settings';
import { isDatabaseUnavailable } from '../platform/errors/database-unavailable';
import { DatabaseMonitor } from './database-monitor';
import { timeLimits, WITHOUT_JIT } from './opening/time-limits';

/** Whether a standby has replayed the log up to a position (LSN) of the primary. */
const IS_CURRENT = {
  name: 'replica_is_current',
  text: 'select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_current',
};
/** Back-off before a replica is tried again that lags, or is unavailable. */
const PAUSE_MS = { behind: 50, away: 1_000 };
const CONNECT_MS = 500;
/** query_canceled: not retried, because it would take as long on the primary. */
const TOOK_TOO_LONG = '57014';

/**
 * A read replica of one database. It answers only if it has replayed everything that the primary had committed when the
 * read began, so every caller reads their own writes.
 */
export class Replica {
  private readonly monitor: DatabaseMonitor;
  private readonly pool: Pool;
  private readonly isCurrent: QueryConfig;
  private pausedUntilMs = 0;

  constructor(url: string, settings: Settings) {
    const { text } = IS_CURRENT;
    this.isCurrent = settings.prepared_statements ? IS_CURRENT : { text };
    this.monitor = new DatabaseMonitor(url);
    this.pool = new Pool({
      connectionString: url,
      Client: this.monitor.Client,
      application_name: 'groupless reader',
      max: settings.pool_size,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...timeLimits(settings),
      ...WITHOUT_JIT,
      query_timeout: settings.statement_timeout_ms + 1_000,
    });
    // The pool drops an idle connection that breaks.
    this.pool.on('error', () => undefined);
  }

  /** Does not wait: a replica that is unavailable or hangs is skipped. */
  start(): void {
    void this.monitor.start();
  }

  async stop(): Promise<void> {
    this.monitor.stop();
    await this.pool.end();
  }

  /**
   * @param position asks the primary for its current position
   * @returns null if the replica lags or is unavailable: then the primary has to answer
   */
  async read<Row extends QueryResultRow>(
    query: QueryConfig,
    position: () => Promise<string>,
  ): Promise<Row[] | null> {
    if (this.monitor.isHung || performance.now() < this.pausedUntilMs) return null;
    const reached = await position();
    try {
      return await this.readFrom<Row>(reached, query);
    } catch (error) {
      const tookTooLong = (error as { code?: unknown }).code === TOOK_TOO_LONG;
      if (tookTooLong || !isDatabaseUnavailable(error)) throw error;
      this.pause(PAUSE_MS.away);
      return null;
    }
  }

  private async readFrom<Row extends QueryResultRow>(
    reached: string,
    query: QueryConfig,
  ): Promise<Row[] | null> {
    // Check and read use one connection, because one address may lead to several replicas.
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      const { rows } = await client.query<{ is_current: boolean }>({ ...this.isCurrent, values: [reached] });
      if (rows[0]?.is_current === true) return (await client.query<Row>(query)).rows;
      this.pause(PAUSE_MS.behind);
      return null;
    } catch (error) {
      if (isDatabaseUnavailable(error)) failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  private pause(ms: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, performance.now() + ms);
  }
}
