import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Statement, Statements, Value } from '../../database/statements/statements';
import { AppError } from '../../shared/errors/app-error';

export interface FailureLimit {
  /** Sets these counters apart from others in the same table. */
  name: string;
  most: number;
  within_s: number;
  /** Whom the refusal blames: `from this address`. */
  whose: string;
}

/**
 * Counts failures by a key. The counters lie in the panel database, so all processes share them; while it is
 * away each process counts for itself.
 *
 * Time is the process's own, not the injected clock's: the library takes none, in the store as little as in its
 * memory beside it, and half of it on another clock would be worse than none. Tests move the stored times.
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
      // `CounterCleanupService` does it.
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(counted),
    });
  }

  /**
   * Counts a failure.
   * @throws AppError `too_many_requests` if there had been as many as may be
   */
  async count(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? this.refusal(refusal) : refusal;
    }
  }

  /** @throws AppError `too_many_requests` if there have been as many failures as may be */
  async demandOpen(key: string): Promise<void> {
    const spent = await this.findSpent(key);
    if (spent !== null) throw this.refusal(spent);
  }

  /** Whether there have been as many failures as may be. */
  async isSpent(key: string): Promise<boolean> {
    return (await this.findSpent(key)) !== null;
  }

  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  private async findSpent(key: string): Promise<RateLimiterRes | null> {
    const counted = await this.limiter.get(key);
    return counted !== null && counted.consumedPoints >= this.limit.most ? counted : null;
  }

  private refusal({ msBeforeNext }: RateLimiterRes): AppError {
    const waitS = Math.max(1, Math.ceil(msBeforeNext / 1_000));
    const message = `Too many failures ${this.limit.whose}. Try again in ${waitS} s.`;
    return new AppError('too_many_requests', message, { headers: { 'retry-after': String(waitS) } });
  }
}

/** The client that the store expects. It runs statements, prepared or not as the settings say. */
class StatementClient {
  constructor(private readonly statements: Statements) {}

  async query(statement: Statement & { values: Value[] }): Promise<{ rows: object[]; rowCount: number }> {
    const rows = await this.statements.run(statement, statement.values);
    return { rows, rowCount: rows.length };
  }
}
