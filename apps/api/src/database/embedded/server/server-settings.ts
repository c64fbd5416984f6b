import { totalmem } from 'node:os';
import { isSocket, type ServerAddress } from './server-address';

const MIB = 1_048_576;

/** The command line of the server, as `pg_ctl` hands it to the shell. */
export function serverOptions(
  clusterFolder: string,
  address: ServerAddress,
  settings: Readonly<Record<string, string>>,
): string {
  const all: Record<string, string> = {
    max_connections: '100',
    shared_buffers: sharedBuffers(),
    // Many callers ask for a little each: starting workers for a query costs more than they save, and takes from others.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...quietLog,
    ...settings,
    listen_addresses: isSocket(address) ? '' : address.host,
    // A list of folders, of which each may stand in quotes.
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
 * An eighth of the machine's memory, from PostgreSQL's own 128 MiB to 512 MiB: a million clients with their indexes fit in.
 * Only what is used is taken.
 */
function sharedBuffers(): string {
  const eighth = Math.floor(totalmem() / 8 / MIB);
  return `${Math.min(512, Math.max(128, eighth))}MB`;
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

// The data of customers has no business in the log: neither the statements with what is in them, nor the
// errors, whose texts quote values too ("invalid input syntax for type date: ..."). Whoever sent a statement
// gets its error anyway. `log` is above `error` here: what the server says about itself remains.
const quietLog = {
  log_statement: 'none',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_duration_statement: '-1',
  log_checkpoints: 'off',
};
