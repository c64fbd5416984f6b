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

import { syncFolder } from '../../../config/private-file';
import { EmbeddedPostgresError, lastLines } from '../embedded-postgres-error';
import { type PostgresPrograms, runProgram } from '../programs/postgres-programs';
import type { ServerUser } from './server-user';

export interface ClusterSpec {
  /** The folder in which the cluster's folder `postgres` lies. */
  readonly parent: string;
  readonly user: ServerUser;
  readonly programs: PostgresPrograms;
  readonly superuser_password: string;
  /** False only where losing everything in a power failure does not matter. */
  readonly durable: boolean;
  readonly report: (line: string) => void;
  /** Called when a new cluster is complete, just before it gets to its place. */
  readonly beforePlaced: () => void;
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
  await makeCluster(spec, folder);
  return folder;
}

/** Whether an earlier start was interrupted while it made the cluster. */
export function hasUnfinishedCluster(parent: string): boolean {
  return readdirSync(parent).some((name) => name.startsWith(unfinishedPrefix));
}

function checkMajorVersion(folder: string, programs: PostgresPrograms): void {
  const made_by = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const [ours] = programs.server_version.split('.');
  if (made_by !== ours) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by PostgreSQL ${made_by}, ` +
        `but this program brings PostgreSQL ${ours}: ` +
        'dump it with the version that made it and restore it into a fresh data folder.',
    );
  }
}

async function removeUnfinished(parent: string, but?: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(unfinishedPrefix) || name === but) continue;
    // An initdb whose parent was killed may still be writing there for a moment.
    const gone = rm(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    await gone.catch(() => undefined);
  }
}

// The cluster is made beside its place and put there with one rename, so that whatever is at that place is
// complete, whenever this process is killed.
async function makeCluster(spec: ClusterSpec, folder: string): Promise<void> {
  const name = `${unfinishedPrefix}${randomBytes(6).toString('hex')}`;
  const workspace = join(spec.parent, name);
  const inMaking = join(workspace, 'cluster');
  spec.report('Making the database, once: this takes some seconds.');
  try {
    for (const made of [workspace, inMaking, join(workspace, 'tmp')]) {
      mkdirSync(made, { mode: 0o700 });
      giveTo(spec.user, made);
    }
    // After the new one is there: its presence says that a start was interrupted, if this one is too.
    await removeUnfinished(spec.parent, name);
    await runInitdb(spec, workspace, inMaking);
    spec.beforePlaced();
    renameSync(inMaking, folder);
    if (spec.durable) syncFolder(spec.parent);
  } finally {
    await rm(workspace, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function runInitdb(spec: ClusterSpec, workspace: string, inMaking: string): Promise<void> {
  const passwordFile = join(workspace, 'password');
  writeFileSync(passwordFile, `${spec.superuser_password}\n`, { mode: 0o600, flag: 'wx' });
  giveTo(spec.user, passwordFile);
  try {
    const args = [
      `--pgdata=${inMaking}`,
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
      tmp_folder: join(workspace, 'tmp'),
    });
    if (code !== 0) {
      throw new EmbeddedPostgresError(`The database could not be made in ${workspace}.${lastLines(output)}`);
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
}

// Told nothing, initdb takes both from the environment, and a plain LANG=C (cron, containers) gives
// SQL_ASCII: a database that stores any bytes. The built-in provider sorts and folds the same on every
// machine; what pg_trgm and the full-text search take for a letter still comes from the system's LC_CTYPE.
function localeArguments(): string[] {
  const sameEverywhere = ['--encoding=UTF8', '--locale-provider=builtin'];
  if (process.platform === 'linux') return [...sameEverywhere, '--locale=C.UTF-8'];
  // Only Linux knows the name C.UTF-8.
  const ctype = process.platform === 'win32' ? 'en-US' : 'en_US.UTF-8';
  return [...sameEverywhere, '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`];
}

function giveTo(user: ServerUser, path: string): void {
  if (user.identity !== undefined) chownSync(path, user.identity.uid, user.identity.gid);
}
