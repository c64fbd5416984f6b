import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Statement, Statements, Value } from '../database/statements';
import { AppError } from '../shared/errors/app-error';

const MINUTE_S = 60;

/**
 * Counts what one address gets wrong: keys and webhook ids that do not exist. The counters lie in the panel
 * database, so all processes share them; while it is away each process counts for itself. Only the answer
 * to a failure can become 429: who sends the right thing is never refused.
 */
export class FailuresService {
  private readonly limiter: RateLimiterPostgres;

  constructor(statements: Statements, failures_per_minute: number) {
    const limit = { points: failures_per_minute, duration: MINUTE_S, keyPrefix: 'key' };
    this.limiter = new RateLimiterPostgres({
      ...limit,
      storeClient: new StatementClient(statements),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: true,
      // Past the limit a process needs the database no more to say no.
      inMemoryBlockOnConsumed: failures_per_minute + 1,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
  }

  /**
   * Counts a failure.
   * @throws AppError `too_many_requests` in its stead once the address has had its share
   */
  async count(address: string): Promise<void> {
    try {
      await this.limiter.consume(network(address));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const wait_s = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      throw new AppError(
        'too_many_requests',
        `Too many failures from this address. Try again in ${wait_s} s.`,
        {
          headers: { 'retry-after': String(wait_s) },
        },
      );
    }
  }
}

/** What the store calls a client: it speaks in statements, which are prepared or not as the settings say. */
class StatementClient {
  constructor(private readonly statements: Statements) {}

  async query(statement: Statement & { values: Value[] }): Promise<{ rows: object[] }> {
    return { rows: await this.statements.run(statement, statement.values) };
  }
}

/** An IPv6 customer owns a /64 at least; counting single addresses would count nothing. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':');
}
