import type { DataSource } from 'typeorm';
import { AppError } from '../../platform/errors/app-error';
import type { Statement, Value } from './statements';

const LIMIT_STATEMENTS = `select set_config('statement_timeout', $1, true)`;

/**
 * Runs one write within a time limit, or rolls it back: for callers who hold a transaction of the other database open,
 * which must not time out before this one commits.
 * @throws AppError `database_unavailable`, or what the database says
 */
export function writeWithin<Row extends object>(
  limitMs: number,
  dataSource: DataSource,
  { text }: Statement,
  values: readonly Value[],
): Promise<Row[]> {
  const begunMs = performance.now();
  return dataSource.transaction(async (transaction) => {
    await transaction.query(LIMIT_STATEMENTS, [String(limitMs)]);
    const rows = await transaction.query<Row[]>(text, [...values]);
    // The server's limit leaves out the wait for a connection and the network.
    if (performance.now() - begunMs <= limitMs) return rows;
    throw new AppError('database_unavailable', 'The database took too long, and nothing was stored.');
  });
}
