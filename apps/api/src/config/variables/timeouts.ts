import type { Variable } from './variable';

const milliseconds = (fallback: number, meaning: string) =>
  ({
    kind: 'integer',
    default: String(fallback),
    min: 1,
    max: 86_400_000,
    meaning: `${meaning} In milliseconds.`,
  }) as const satisfies Variable;

/** Time limits of requests and statements. */
export const TIMEOUT_VARIABLES = {
  REQUEST_TIMEOUT_MS: milliseconds(30_000, 'A request must have arrived whole within this time.'),
  IMPORT_TIMEOUT_MS: milliseconds(600_000, 'A file of clients must have arrived whole within this time.'),
  HEADERS_TIMEOUT_MS: milliseconds(10_000, 'The headers of a request must have arrived within this time.'),
  STATEMENT_TIMEOUT_MS: milliseconds(
    10_000,
    'Longest time for one database statement. Migrations have no limit, those of an import have two minutes, those of an export ten.',
  ),
  LOCK_TIMEOUT_MS: milliseconds(3_000, 'Longest wait for a lock in the database.'),
  CONNECTION_TIMEOUT_MS: milliseconds(10_000, 'Longest wait for a free database connection.'),
  SHUTDOWN_TIMEOUT_MS: milliseconds(10_000, 'Longest wait for requests in flight when the server stops.'),
} as const satisfies Record<string, Variable>;
