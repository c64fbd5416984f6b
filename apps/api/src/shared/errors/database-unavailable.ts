/** SQLSTATE of a write that a server which takes none refuses (read_only_sql_transaction). */
export const READ_ONLY = '25006';

/**
 * SQLSTATE classes and codes that mean "not now", whatever was asked: no connection (08), a log-in that the
 * server refuses (28), no room (53), somebody stopped it (57).
 */
const NOT_NOW_CLASSES = new Set(['08', '28', '53', '57']);
const NOT_NOW = new Set([
  READ_ONLY, // a fail-over is under way
  '25P03', // idle_in_transaction_session_timeout
  '26000', // invalid_sql_statement_name: the statement before it on this connection, which prepares it, failed
  '3D000', // invalid_catalog_name: the database is gone, or not there yet
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55000', // object_not_in_prerequisite_state: the database takes no connections
  '55P03', // lock_not_available: the lock time limit
]);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg, its pool and TypeORM say, without a code, of a connection that is gone or cannot be had. */
const POOL_WORDS =
  /connection (terminated|ended)|query runner (was )?already released|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|client was closed|cannot use a pool after/i;

/** What errors of Node, pg and TypeORM have in common. */
interface Failure {
  message: string;
  code?: unknown;
  /** What of the system failed, such as `connect`. */
  syscall?: unknown;
  /** TypeORM's wrapper holds the driver's own error. */
  driverError?: unknown;
  /** Node's AggregateError holds one error for each address that it tried. */
  errors?: unknown;
}

/** Whether an error means that a database is away, overloaded or cut off, rather than that the request was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!isFailure(error)) return false;
  if (isDatabaseUnavailable(error.driverError)) return true;
  if (Array.isArray(error.errors) && error.errors.some(isDatabaseUnavailable)) return true;
  const code = typeof error.code === 'string' ? error.code : '';
  if (NETWORK.has(code) || NOT_NOW.has(code)) return true;
  // The file of a Unix socket is missing while its server is away.
  if (code === 'ENOENT' && error.syscall === 'connect') return true;
  if (code.length === 5 && NOT_NOW_CLASSES.has(code.slice(0, 2))) return true;
  return POOL_WORDS.test(error.message);
}

function isFailure(error: unknown): error is Failure {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}
