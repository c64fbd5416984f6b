import { statfsSync } from 'node:fs';
import type { Client } from 'pg';
import { ADVISORY_LOCKS } from '../database/advisory-locks';
import type { DatabaseName, DatabaseUrls } from '../database/data-source-options';
import { ownerUrl } from '../database/opening/database-address';
import type { OpenDatabases } from '../database/opening/open-databases';
import { BackupError } from './backup-error';
import { newClient } from './new-client';
import { EMPTIED, restoreBackup, type RestoreOptions } from './restore-backup';

const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];
const SUFFIX = '_restore_trial';
/** Of PostgreSQL's names. */
const LONGEST_NAME = 63;
const MARK =
  'Groupless tries a backup here, and removes this database by itself. It may be removed at any time.';

const CLAIM = `select pg_try_advisory_lock(${ADVISORY_LOCKS.restoreTrial}, hashtext($1)) as is_ours`;
const FOUND = `
  select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`;

/** The folder of its files where the server runs on this machine and the role may know it. */
const ABILITIES = `
  select rolname::text as role, rolcreatedb or rolsuper as may_create,
    (select pg_database_size(oid)::float8 from pg_database where datname = $1) as bytes,
    (select format('lc_collate %L lc_ctype %L', datcollate, datctype) from pg_database where datname = $1) as locale,
    case when pg_has_role('pg_read_all_settings', 'usage')
      and inet_server_addr() is not distinct from inet_client_addr() then current_setting('data_directory') end as folder
  from pg_roles where rolname = current_user`;

interface Abilities {
  role: string;
  may_create: boolean;
  bytes: number;
  locale: string;
  folder: string | null;
}

/** A backup that was not tried, which says nothing about it. */
export class NotTriedError extends BackupError {}

export interface TrialOptions extends Omit<RestoreOptions, 'replaces'> {
  /** Of the embedded server, whose other roles may make no databases. */
  superuser_url: string | null;
  /** When it is aborted, the databases are dropped at once. */
  signal: AbortSignal;
  free_bytes?: (folder: string) => number;
}

/**
 * Restores a backup into databases that are made for it, counts what is there, and drops them.
 * @throws NotTriedError if it cannot be tried here
 * @throws BackupError
 */
export async function tryRestore(options: TrialOptions): Promise<void> {
  const { urls, superuser_url, signal, checked, free_bytes = freeBytes } = options;
  const trials: TrialDatabase[] = [];
  const dropAll = () => Promise.all(trials.map((trial) => trial.drop()));
  const dropEarly = () => void dropAll().catch(() => undefined);
  try {
    for (const name of NAMES) trials.push(await TrialDatabase.claim(name, urls, superuser_url));
    await demandRoom(trials, free_bytes);
    signal.addEventListener('abort', dropEarly);
    for (const trial of trials) {
      signal.throwIfAborted();
      await trial.make();
    }
    const made = Object.fromEntries(
      trials.map(({ name, url }) => [name, { url, direct_url: url }]),
    ) as DatabaseUrls;
    const skipped = await restoreBackup({ ...options, urls: made, replaces: false });
    for (const { name, url } of trials)
      await demandRows(name, url, withoutSkipped(name, checked.tables[name], skipped));
    await dropAll();
  } finally {
    signal.removeEventListener('abort', dropEarly);
    // Whatever failed is told, not that these could not be dropped for it.
    await dropAll().catch(() => undefined);
    await Promise.all(trials.map((trial) => trial.release()));
  }
}

/** Drops what a trial that was killed has left. One that runs keeps its databases. */
export async function dropLeftTrials({ urls, superuser_url }: OpenDatabases): Promise<void> {
  for (const name of NAMES) {
    try {
      await (await TrialDatabase.claim(name, urls, superuser_url)).release();
    } catch (error) {
      if (!(error instanceof NotTriedError)) throw error;
    }
  }
}

/** The throw-away copy of one database, which one process at a time may make. */
class TrialDatabase {
  private constructor(
    readonly name: DatabaseName,
    /** With the role that owns it. */
    readonly url: string,
    private readonly source: string,
    private readonly trial: string,
    private readonly owner: string,
    private readonly admin: Client,
  ) {}

  /** Takes the lock, which ends with the process, and drops what an earlier one has left. */
  static async claim(
    name: DatabaseName,
    urls: DatabaseUrls,
    superuser: string | null,
  ): Promise<TrialDatabase> {
    const url = new URL(ownerUrl(urls[name]));
    const source = decodeURIComponent(url.pathname.slice(1));
    const owner = decodeURIComponent(url.username);
    const trial = source.slice(0, LONGEST_NAME - SUFFIX.length) + SUFFIX;
    const admin = newClient(superuser !== null && isOneServer(url, superuser) ? superuser : url.href);
    url.pathname = `/${encodeURIComponent(trial)}`;
    const claimed = new TrialDatabase(name, url.href, source, trial, owner, admin);
    try {
      await admin.connect();
      await claimed.lock();
      return claimed;
    } catch (error) {
      await claimed.release();
      throw error;
    }
  }

  async abilities(): Promise<Abilities> {
    const { rows } = await this.admin.query<Abilities>(ABILITIES, [this.source]);
    const [role] = rows;
    if (role === undefined) throw new Error('the server answered nothing');
    return role;
  }

  /** Nobody but its owner may connect to it. */
  async make(): Promise<void> {
    const [trial, owner] = [this.trial, this.owner].map((name) => this.admin.escapeIdentifier(name));
    const { locale } = await this.abilities();
    const statements = [
      `create database ${trial} owner ${owner} template template0 encoding 'UTF8' ${locale}`,
      `comment on database ${trial} is '${MARK}'`,
      `revoke all on database ${trial} from public`,
    ];
    for (const statement of statements) await this.admin.query(statement);
  }

  async drop(): Promise<void> {
    const statement = `drop database if exists ${this.admin.escapeIdentifier(this.trial)} with (force)`;
    await this.admin.query(statement);
  }

  async release(): Promise<void> {
    await this.admin.end().catch(() => undefined);
  }

  private async lock(): Promise<void> {
    const { rows } = await this.admin.query<{ is_ours: boolean }>(CLAIM, [this.trial]);
    if (rows[0]?.is_ours !== true) throw new NotTriedError('Another trial runs.');
    const found = await this.admin.query<{ comment: string | null }>(FOUND, [this.trial]);
    const [left] = found.rows;
    // A process that was killed between making it and its comment left one without.
    if (left !== undefined && (left.comment ?? MARK) !== MARK)
      throw new NotTriedError(`There is a database ${this.trial}, which is not of this program: rename it.`);
    if (left !== undefined) await this.drop();
  }
}

function isOneServer(url: URL, superuser: string): boolean {
  const other = new URL(superuser);
  return url.host === other.host && url.search === other.search;
}

/** Twice of what the databases take: the copy, and the write-ahead log of its making. */
async function demandRoom(
  trials: readonly TrialDatabase[],
  freeOf: (folder: string) => number,
): Promise<void> {
  const abilities: Abilities[] = [];
  for (const trial of trials) abilities.push(await trial.abilities());
  const refused = abilities.find(({ may_create }) => !may_create)?.role;
  if (refused !== undefined)
    throw new NotTriedError(
      `The role ${refused} may make no databases: ALTER ROLE ${refused} CREATEDB lets it try backups.`,
    );
  const neededBytes = 2 * abilities.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { folder } of abilities) {
    const free = folder === null ? null : known(() => freeOf(folder));
    if (free === null)
      throw new NotTriedError(
        'How much room the database server has cannot be seen from here: restore the backup into new databases ' +
          'now and then, by hand.',
      );
    if (free < neededBytes)
      throw new NotTriedError(
        `${mib(free)} are free on the database's disk, and twice its size, ${mib(neededBytes)}, are needed.`,
      );
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function known<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function mib(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MiB`;
}

function withoutSkipped(
  name: DatabaseName,
  tables: ReadonlyMap<string, number>,
  skipped: readonly string[],
): [string, number][] {
  return [...tables].filter(([table]) => !skipped.includes(`${name}.${table}`));
}

/** After the commit: what is there now is what the backup says. */
async function demandRows(
  name: DatabaseName,
  url: string,
  tables: readonly [string, number][],
): Promise<void> {
  const client = newClient(url);
  try {
    await client.connect();
    const emptied = (await client.query<{ name: string }>(EMPTIED)).rows.map(({ name }) => name);
    for (const [table, rows] of tables) {
      if (emptied.includes(table)) continue;
      const text = `select count(*)::float8 as rows from ${client.escapeIdentifier(table)}`;
      const [counted] = (await client.query<{ rows: number }>(text)).rows;
      if (counted?.rows !== rows)
        throw new BackupError(
          `${name}.${table} has ${counted?.rows} rows after a restore, and the backup says ${rows}.`,
        );
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
