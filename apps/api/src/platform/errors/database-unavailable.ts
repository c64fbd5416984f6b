/** SQLSTATE read_only_sql_transaction: a write on a read-only server. */
export const READ_ONLY = '25006';

/**
 * SQLSTATE classes of transient errors: no connection (08), log-in refused (28), no resources (53), operator
 * intervention (57).
 */
const TRANSIENT_CLASSES = new Set(['08', '28', '53', '57']);
const TRANSIENT_CODES = new Set([
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
/** Messages of pg, its pool and TypeORM, without a code, about a lost or unavailable connection. */
const CONNECTION_LOST =
  /connection (terminated|ended)|query runner (was )?already released|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|client was closed|cannot use a pool after/i;

/** The common fields of errors of Node, pg and TypeORM. */
interface Failure {
  message: string;
  code?: unknown;
  /** The system call that failed, such as `connect`. */
  syscall?: unknown;
  /** The error of the driver that TypeORM has wrapped. */
  driverError?: unknown;
  /** Node's AggregateError: one error for each address that was tried. */
  errors?: unknown;
}

/** Whether an error means that a database is unavailable (or overloaded), not that the request was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!isFailure(error)) return false;
  if (isDatabaseUnavailable(error.driverError)) return true;
  if (Array.isArray(error.errors) && error.errors.some(isDatabaseUnavailable)) return true;
  const code = typeof error.code === 'string' ? error.code : '';
  if (NETWORK.has(code) || TRANSIENT_CODES.has(code)) return true;
  // A Unix socket's file is missing while its server is down.
  if (code === 'ENOENT' && error.syscall === 'connect') return true;
  if (code.length === 5 && TRANSIENT_CLASSES.has(code.slice(0, 2))) return true;
  return CONNECTION_LOST.test(error.message);
}

function isFailure(error: unknown): error is Failure {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}
