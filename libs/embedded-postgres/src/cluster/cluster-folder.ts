import { randomBytes } from 'node:crypto';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { syncFolder } from '../data-folder/private-file';
import { EmbeddedPostgresError, lastLines } from '../embedded-postgres-error';
import { majorOf, type PostgresPrograms, runProgram } from '../programs/postgres-programs';
import { findPostmaster } from '../server/postmaster-file';
import { postgresProcessesOf, sendSignal } from '../server/running-processes';
import type { ServerUser } from './server-user';

export interface ClusterSpec {
  /** The folder that contains the cluster's folder `postgres`. */
  readonly parent: string;
  readonly user: ServerUser;
  readonly programs: PostgresPrograms;
  readonly superuserPassword: string;
  /** False only in tests: a power failure may lose everything. */
  readonly durable: boolean;
  readonly report: (line: string) => void;
  /** Called with the folder of a new cluster that is complete, just before it is renamed into place. */
  readonly beforeRename: (made: string) => void | Promise<void>;
}

const unfinishedPrefix = 'postgres.new-';

/** Whether the folder holds a complete cluster. */
export function isCompleteCluster(folder: string): boolean {
  return ['PG_VERSION', join('global', 'pg_control')].every(
    (file) => statSync(join(folder, file), { throwIfNoEntry: false }) !== undefined,
  );
}

/**
 * Makes the cluster unless it is there, and returns its folder.
 *
 * Throws an EmbeddedPostgresError when it cannot be made, is incomplete or was made by another major version.
 */
export async function ensureCluster(spec: ClusterSpec): Promise<string> {
  const folder = join(spec.parent, 'postgres');
  if (isCompleteCluster(folder)) {
    await removeUnfinished(spec.parent);
    checkMajorVersion(folder, spec.programs);
    return folder;
  }
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} is incomplete: put it back from a backup, ` +
        'or move that folder away to begin with an empty database.',
    );
  }
  spec.report('Making the database, once: this takes some seconds.');
  await makeCluster(spec, folder);
  return folder;
}

/** Whether an earlier start was interrupted while it made the cluster. */
export function hasUnfinishedCluster(parent: string): boolean {
  return readdirSync(parent).some((name) => name.startsWith(unfinishedPrefix));
}

/** The major version of PostgreSQL that made the cluster, e.g. `18`. */
export function madeBy(folder: string): string {
  return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
}

function checkMajorVersion(folder: string, { serverVersion }: PostgresPrograms): void {
  const [theirs, ours] = [madeBy(folder), majorOf(serverVersion)];
  if (theirs === ours) return;
  throw new EmbeddedPostgresError(
    `The database in ${folder} was made by PostgreSQL ${theirs}, but this program brings PostgreSQL ${ours}: ` +
      (Number(theirs) < Number(ours)
        ? 'start the server, which upgrades it.'
        : 'use the version of the program that made it, or a later one.'),
  );
}

async function removeUnfinished(parent: string, but?: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(unfinishedPrefix) || name === but) continue;
    endServerOf(join(parent, name, 'cluster'));
    // An initdb whose parent was killed may still write there for a moment.
    const gone = rm(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    await gone.catch(() => undefined);
  }
}

/** The server of an upgrade whose process was killed. What it holds is thrown away. */
function endServerOf(unfinished: string): void {
  const postmaster = findPostmaster(unfinished);
  const pids = new Set([...(postmaster ? [postmaster.pid] : []), ...postgresProcessesOf(unfinished)]);
  for (const pid of pids) sendSignal(pid, 'SIGKILL');
}

// Makes the cluster in a temporary folder and renames it into place, so the folder `postgres` is always complete, even
// if this process is killed.
export async function makeCluster(spec: ClusterSpec, folder: string): Promise<void> {
  const name = `${unfinishedPrefix}${randomBytes(6).toString('hex')}`;
  const workspace = join(spec.parent, name);
  const unfinished = join(workspace, 'cluster');
  try {
    for (const made of [workspace, unfinished, join(workspace, 'tmp')]) {
      mkdirSync(made, { mode: 0o700 });
      chownTo(spec.user, made);
    }
    // Only now: a temporary folder is the sign of an interrupted start, so one must always exist.
    await removeUnfinished(spec.parent, name);
    await runInitdb(spec, workspace, unfinished);
    await spec.beforeRename(unfinished);
    renameSync(unfinished, folder);
    if (spec.durable) syncFolder(spec.parent);
  } finally {
    await rm(workspace, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function runInitdb(spec: ClusterSpec, workspace: string, unfinished: string): Promise<void> {
  const passwordFile = join(workspace, 'password');
  writeFileSync(passwordFile, `${spec.superuserPassword}\n`, { mode: 0o600, flag: 'wx' });
  chownTo(spec.user, passwordFile);
  try {
    const args = [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      ...localeArguments(),
      '--no-instructions',
      ...(spec.durable ? [] : ['--no-sync']),
    ];
    const { code, output } = await runProgram(spec.programs.initdb, args, {
      user: spec.user,
      home: workspace,
      tmpFolder: join(workspace, 'tmp'),
    });
    if (code !== 0) {
      throw new EmbeddedPostgresError(`The database could not be made in ${workspace}.${lastLines(output)}`);
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
}

// Without arguments initdb takes encoding and locale from the environment, and LANG=C (cron, containers) gives
// SQL_ASCII, which stores any bytes. The builtin provider sorts and folds the same on every machine. What pg_trgm and
// full-text search take for a letter still comes from LC_CTYPE.
function localeArguments(): string[] {
  const sameEverywhere = ['--encoding=UTF8', '--locale-provider=builtin'];
  if (process.platform === 'linux') return [...sameEverywhere, '--locale=C.UTF-8'];
  // Only Linux knows the name C.UTF-8.
  const ctype = process.platform === 'win32' ? 'en-US' : 'en_US.UTF-8';
  return [...sameEverywhere, '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`];
}

function chownTo(user: ServerUser, path: string): void {
  if (user.identity !== undefined) chownSync(path, user.identity.uid, user.identity.gid);
}
