import { makeDataDir } from '../../config/data-dir';
import { binariesFor } from './programs/binaries';
import { ensureCluster } from './cluster/cluster-folder';
import { locateCluster } from './cluster/cluster-place';
import { DataDirInUseError, lockDataDir } from './cluster/data-dir-lock';
import { databasePasswords, keepPasswords } from './cluster/database-passwords';
import { databaseUrls, ensureDatabases } from './cluster/databases';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { inspectServer } from './inspect-server';
import { startServer, stopServer } from './server/postgres-server';
import { isCopyOfRunning, markRunning } from './cluster/running-mark';
import { ServerLog } from './server/server-log';
import { chooseAddress, defaultTransport, type ServerAddress, type Transport } from './server/server-address';
import { Supervision } from './server/supervision';

export interface EmbeddedPostgresOptions {
  /** Absolute; made if missing. */
  readonly data_dir: string;
  /** Called with one sentence at a time, for the person who started the program. */
  readonly report: (line: string) => void;
  /** Further settings of the server, by their PostgreSQL names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How clients reach it; by default a Unix socket, except on Windows. */
  readonly transport?: Transport;
  /** Aborts a start in progress and stops a server that it has spawned. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** With the role that owns the databases. */
  readonly panel_url: string;
  readonly memory_url: string;
  /** With the role that serves requests and owns nothing. */
  readonly serving: { readonly panel_url: string; readonly memory_url: string };
  /** To the database `postgres`, with the superuser. */
  readonly superuser_url: string;
  /** Whether a server left by a killed process was taken over. */
  readonly adopted: boolean;
  /** Stops the server and waits until it is gone. Can be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the built-in PostgreSQL server of a data folder, or takes over the one that a killed process left,
 * and keeps it running at the same address until `stop()`.
 *
 * Throws a DataDirInUseError when another process works with the folder, else an EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = lockDataDir(options.data_dir);
  try {
    const started = await startLocked(options);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= started.stop().finally(() => lock.release()));
    return { ...started, stop };
  } catch (error) {
    if (error instanceof DataDirInUseError) lock.withdraw();
    else lock.release();
    throw asClearError(error);
  }
}

/**
 * For a program that may run beside the server: uses the server that another process has started with this data folder,
 * else starts one. `stop()` stops only a server that this call started.
 *
 * Throws as above, and a DataDirInUseError if the other process has no server yet.
 */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const seen = inspectServer(options.data_dir);
    if (seen.kind !== 'running') throw error;
    return { ...seen, adopted: false, stop: () => Promise.resolve() };
  }
}

async function startLocked(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const {
    report,
    settings = {},
    transport = defaultTransport,
    signal = new AbortController().signal,
  } = options;
  const dataDir = makeDataDir(options.data_dir);
  const log = new ServerLog(dataDir);
  log.shorten();

  const { parent, user, cluster_exists } = locateCluster(dataDir, report);
  const passwords = databasePasswords(dataDir, { parent, cluster_exists });
  const programs = await binariesFor(user);
  signal.throwIfAborted();
  const clusterFolder = await ensureCluster({
    parent,
    user,
    programs,
    superuser_password: passwords.superuser,
    durable: settings['fsync'] !== 'off',
    report,
    beforeRename: () => keepPasswords(dataDir, passwords),
  });
  signal.throwIfAborted();
  if (isCopyOfRunning(clusterFolder)) {
    report(
      'Warning: this database was copied while its server ran, so rows may be missing or damaged. ' +
        'Restore a backup that was made while the server was stopped, or by a dump.',
    );
  }

  const spec = {
    cluster_folder: clusterFolder,
    programs,
    user,
    log,
    settings,
    report,
    superuser_password: passwords.superuser,
  };
  const choose = () => chooseAddress(clusterFolder, user, transport);
  let socket: Promise<ServerAddress> | undefined;
  const server = await startServer({
    ...spec,
    chooseAddress: () => (transport === 'socket' ? (socket ??= choose()) : choose()),
    signal,
  });
  try {
    signal.throwIfAborted();
    await ensureDatabases(server.address, passwords);
  } catch (error) {
    await stopServer(spec, 5_000);
    throw error;
  }
  markRunning(clusterFolder, user);
  if (server.adopted) report('Took over the database server that an earlier run had left running.');

  const supervision = new Supervision(server, spec);
  return {
    ...databaseUrls(server.address, passwords),
    adopted: server.adopted,
    stop: () => supervision.stop(),
  };
}

/** Turns an error of the system into a sentence for the person who started the program. */
function asClearError(error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || code === 'ABORT_ERR') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedPostgresError(`The database could not be started: the disk is full (${message}).`);
  }
  return new EmbeddedPostgresError(`The database could not be started: ${message}.`);
}
