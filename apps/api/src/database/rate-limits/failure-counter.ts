import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Statement, Statements, Value } from '../statements/statements';
import { AppError } from '../../platform/errors/app-error';

export interface FailureLimit {
  /** The prefix of the keys in the shared table. */
  name: string;
  most: number;
  within_s: number;
  /** What is counted, for the error message; unless said, failures. */
  what?: string;
  /** The subject of the error message: `from this address`. */
  whose: string;
}

/**
 * A rate limiter that counts failures by key. Counters are in the panel database, shared by all processes; while it is
 * unavailable, each process counts in memory.
 *
 * It uses the process's time, because the library cannot use the injected clock. Tests move the stored times.
 */
export class FailureCounter {
  private readonly limiter: RateLimiterPostgres;

  constructor(
    statements: Statements,
    private readonly limit: FailureLimit,
  ) {
    const { name, most, within_s } = limit;
    const counted = { points: most, duration: within_s, keyPrefix: name };
    this.limiter = new RateLimiterPostgres({
      ...counted,
      storeClient: new StatementClient(statements),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      // `CounterCleanupService` does that.
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(counted),
    });
  }

  /**
   * Counts a failure.
   * @throws AppError `too_many_requests` if the limit was already reached
   */
  async count(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? this.refusal(refusal) : refusal;
    }
  }

  /** @throws AppError `too_many_requests` if the limit is reached */
  async demandOpen(key: string): Promise<void> {
    const counted = await this.limiter.get(key);
    if (counted !== null && counted.consumedPoints >= this.limit.most) throw this.refusal(counted);
  }

  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  private refusal({ msBeforeNext }: RateLimiterRes): AppError {
    const waitS = Math.max(1, Math.ceil(msBeforeNext / 1_000));
    const { what = 'failures', whose } = this.limit;
    const message = `Too many ${what} ${whose}. Try again in ${waitS} s.`;
    return new AppError('too_many_requests', message, { headers: { 'retry-after': String(waitS) } });
  }
}

/** An adapter: the client that the store expects, on our statements. */
class StatementClient {
  constructor(private readonly statements: Statements) {}

  async query(statement: Statement & { values: Value[] }): Promise<{ rows: object[]; rowCount: number }> {
    const rows = await this.statements.run(statement, statement.values);
    return { rows, rowCount: rows.length };
  }
}
