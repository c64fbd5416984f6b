import { lstatSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataDir } from './data-folder/data-dir';
import { binariesFor } from './programs/binaries';
import { ensureCluster } from './cluster/cluster-folder';
import { clusterParents, locateCluster } from './cluster/cluster-place';
import { DataDirInUseError, lockDataDir } from './data-folder/data-dir-lock';
import { userName } from './cluster/server-user';
import { databasePasswords, keepPasswords } from './cluster/database-passwords';
import { type DatabaseUrls, databaseUrls, ensureDatabases } from './cluster/databases';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { inspectServer } from './inspect-server';
import type { Naming } from './naming';
import { startServer, stopServer } from './server/postgres-server';
import { isCopyOfRunning, markRunning } from './cluster/running-mark';
import { ServerLog } from './server/server-log';
import { chooseAddress, defaultTransport, type ServerAddress, type Transport } from './server/server-address';
import { finishUpgrade } from './upgrade/old-clusters';
import { type Upgrade, upgradeCluster } from './upgrade/upgrade-cluster';
import { Supervision } from './server/supervision';

export interface EmbeddedPostgresOptions<Name extends string = string> {
  /** Absolute; made if missing. */
  readonly dataDir: string;
  readonly naming: Naming<Name>;
  /** Called with one sentence at a time, for the person who started the program. */
  readonly report: (line: string) => void;
  /** Further settings of the server, by their PostgreSQL names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How clients reach it; by default a Unix socket, except on Windows. */
  readonly transport?: Transport;
  /** Without it, a cluster of an earlier major version is refused. */
  readonly upgrade?: Upgrade<Name>;
  /** Aborts a start in progress and stops a server that it has spawned. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres<Name extends string = string> {
  readonly urls: DatabaseUrls<Name>;
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
export async function startEmbeddedPostgres<Name extends string>(
  options: EmbeddedPostgresOptions<Name>,
): Promise<EmbeddedPostgres<Name>> {
  const lock = lockDataDir(options.dataDir, options.naming);
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
export async function joinEmbeddedPostgres<Name extends string>(
  options: EmbeddedPostgresOptions<Name>,
): Promise<EmbeddedPostgres<Name>> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const seen = inspectServer(options.dataDir, options.naming);
    if (seen.kind !== 'running') throw error;
    return { urls: seen.urls, adopted: false, stop: () => Promise.resolve() };
  }
}

/**
 * Removes the cluster of a data folder, wherever it lies. The server that a killed process left is stopped.
 *
 * Throws a DataDirInUseError when another process works with the folder.
 */
export async function removeEmbeddedPostgres<Name extends string>(
  options: EmbeddedPostgresOptions<Name>,
): Promise<void> {
  const { dataDir, naming } = options;
  if (inspectServer(dataDir, naming).kind === 'running') await (await startEmbeddedPostgres(options)).stop();
  const lock = lockDataDir(dataDir, naming);
  const [inside, outside] = clusterParents(realpathSync(dataDir), naming.systemFolder);
  for (const folder of [join(inside, 'postgres'), outside])
    await rm(folder, { recursive: true, force: true });
  lock.release();
}

async function startLocked<Name extends string>(
  options: EmbeddedPostgresOptions<Name>,
): Promise<EmbeddedPostgres<Name>> {
  const {
    naming,
    report,
    settings = {},
    transport = defaultTransport,
    signal = new AbortController().signal,
  } = options;
  const dataDir = makeDataDir(options.dataDir, naming.dataDirSetting);
  const log = new ServerLog(dataDir);
  log.shorten();
  finishUpgrade(clusterParents(dataDir, naming.systemFolder));

  const { parent, user, clusterExists } = locateCluster(dataDir, naming.systemFolder, report);
  const passwords = databasePasswords(dataDir, { parent, clusterExists }, naming);
  const programs = await binariesFor(user, naming.systemFolder);
  signal.throwIfAborted();
  const superuserPassword = passwords.superuser;
  const durable = settings['fsync'] !== 'off';
  const cluster = { parent, user, programs, superuserPassword, durable, report };
  const { upgrade } = options;
  if (clusterExists && upgrade !== undefined)
    await upgradeCluster({
      ...cluster,
      naming,
      dataDir,
      passwords,
      log,
      settings,
      transport,
      signal,
      upgrade,
    });
  const clusterFolder = await ensureCluster({
    ...cluster,
    beforeRename: () => keepPasswords(dataDir, passwords, naming.ownerRole),
  });
  signal.throwIfAborted();
  if (isCopyOfRunning(clusterFolder, naming.program)) {
    report(
      'Warning: this database was copied while its server ran, so rows may be missing or damaged. ' +
        'Restore a backup that was made while the server was stopped, or by a dump.',
    );
  }

  const spec = {
    naming,
    clusterFolder: clusterFolder,
    programs,
    user,
    log,
    settings,
    report,
    superuserPassword,
  };
  const choose = () => chooseAddress(spec, transport);
  let socket: Promise<ServerAddress> | undefined;
  const server = await startServer({
    ...spec,
    chooseAddress: () => (transport === 'socket' ? (socket ??= choose()) : choose()),
    signal,
  });
  try {
    signal.throwIfAborted();
    await ensureDatabases(server.address, passwords, naming);
  } catch (error) {
    await stopServer(spec, 5_000);
    throw error;
  }
  markRunning(clusterFolder, naming.program, user);
  if (server.adopted) report('Took over the database server that an earlier run had left running.');

  const supervision = new Supervision(server, spec);
  return {
    urls: databaseUrls(server.address, passwords, naming),
    adopted: server.adopted,
    stop: () => supervision.stop(),
  };
}

/** Turns an error of the system into a sentence for the person who started the program. */
function asClearError(error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === undefined || code === 'ABORT_ERR') return error;
  const stranger = code === 'EACCES' || code === 'EPERM' ? ofAnotherUser(path) : undefined;
  if (stranger !== undefined) {
    return new EmbeddedPostgresError(
      `The database could not be started: ${stranger.path} belongs to the user ${stranger.owner} (${code}). ` +
        'Start this as that user, or give it to this one (chown -R).',
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedPostgresError(`The database could not be started: the disk is full (${message}).`);
  }
  return new EmbeddedPostgresError(`The database could not be started: ${message}.`);
}

/** What is in the way of a path: itself, or the folder that hides it. */
function ofAnotherUser(path: string | undefined): { path: string; owner: string } | undefined {
  if (path === undefined || path === dirname(path)) return undefined;
  try {
    const { uid } = lstatSync(path);
    return uid === process.getuid?.() ? undefined : { path, owner: userName(uid) };
  } catch {
    return ofAnotherUser(dirname(path));
  }
}
