import { Pool, type QueryConfig, type QueryResultRow } from 'pg';
import type { Settings } from '../config/settings';
import { isDatabaseUnavailable } from '../shared/errors/database-unavailable';
import { DatabaseMonitor } from './database-monitor';
import { timeLimits } from './opening/time-limits';

/** Whether a server is a standby that has replayed all up to a position of the primary. */
const IS_CURRENT = {
  name: 'replica_is_current',
  text: 'select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_current',
};
/** A replica that lags is not asked again for so long, one that is away a little longer. */
const PAUSE_MS = { behind: 50, away: 1_000 };
const CONNECT_MS = 500;
/** query_canceled: the statement would take as long on the primary. */
const TOOK_TOO_LONG = '57014';

/**
 * A read-only copy of one database. It answers a read only if it has replayed all that the primary had committed when the
 * read began; so nobody reads what is older than their last write, on whichever server they wrote.
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
      query_timeout: settings.statement_timeout_ms + 1_000,
    });
    // The pool drops an idle connection that breaks.
    this.pool.on('error', () => undefined);
  }

  /** Waits for nothing: one that is away or hangs is left out. */
  start(): void {
    void this.monitor.start();
  }

  async stop(): Promise<void> {
    this.monitor.stop();
    await this.pool.end();
  }

  /**
   * @param position asks the primary how far it is, after this call
   * @returns null where the replica is behind or away: the primary has to answer
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
    // Question and check on one connection: an address may lead to several replicas.
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
