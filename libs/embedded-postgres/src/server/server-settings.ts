import { totalmem } from 'node:os';
import { isSocket, type ServerAddress } from './server-address';

const MIB = 1_048_576;

/** The server's command line, quoted for the shell that `pg_ctl` uses. */
export function serverOptions(
  clusterFolder: string,
  address: ServerAddress,
  settings: Readonly<Record<string, string>>,
): string {
  const all: Record<string, string> = {
    max_connections: '100',
    shared_buffers: sharedBuffers(),
    // Queries are many and small, so parallel workers cost more than they save.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...quietLog,
    ...settings,
    listen_addresses: isSocket(address) ? '' : address.host,
    // The value is a list, so a folder needs quotes.
    unix_socket_directories: isSocket(address) ? `"${address.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    logging_collector: 'off',
    log_destination: 'stderr',
    port: String(address.port),
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', clusterFolder, ...options].map(quoted).join(' ');
}

/**
 * An eighth of the machine's memory, between PostgreSQL's default of 128 MiB and 512 MiB, which holds a million clients
 * with their indexes. Unused memory is not taken.
 */
function sharedBuffers(): string {
  const eighth = Math.floor(totalmem() / 8 / MIB);
  return `${Math.min(512, Math.max(128, eighth))}MB`;
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

// Keeps customers' data out of the log: no statements, and no errors, whose texts quote values ("invalid input syntax
// for type date: ..."). The sender of a statement gets its error anyway. `log` ranks above `error` here, so the
// server's own messages remain.
const quietLog = {
  log_statement: 'none',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_duration_statement: '-1',
  log_checkpoints: 'off',
};
