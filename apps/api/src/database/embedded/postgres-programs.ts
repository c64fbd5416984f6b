import { spawnSync } from 'node:child_process';
import { join, parse } from 'node:path';
import { type ServerUser, spawnSettings } from './server-user';

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** As the server says it itself, e.g. `18.4`. */
  readonly server_version: string;
}

/** The programs if this user can run them, else what the system said. */
export type TriedPrograms = PostgresPrograms | { readonly complaint: string };

/** Tries the programs in the folder (of the layout bin, lib, share) as this user. */
export function programsIn(folder: string, user: ServerUser): TriedPrograms {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const initdb = join(folder, 'bin', `initdb${suffix}`);
  const postgres = join(folder, 'bin', `postgres${suffix}`);
  const { root } = parse(folder);
  const tried = spawnSync(postgres, ['--version'], { ...spawnSettings(user, root, root), encoding: 'utf8' });
  const server_version = /\(PostgreSQL\) (\S+)/.exec(tried.stdout ?? '')?.[1];
  if (tried.status === 0 && server_version !== undefined) return { initdb, postgres, server_version };
  return { complaint: tried.error?.message ?? tried.stderr };
}
