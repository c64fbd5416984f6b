import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { clusterParents } from './cluster/cluster-place';
import { isCompleteCluster, madeBy } from './cluster/cluster-folder';
import { parsedPasswords, passwordsFile } from './cluster/database-passwords';
import { type DatabaseUrls, databaseUrls } from './cluster/databases';
import { installedMajorVersion } from './programs/binaries';
import type { Naming } from './naming';
import { findPostmaster } from './server/postmaster-file';

/** The state of the server of a data folder, with the major versions of PostgreSQL that made it and that is installed. */
export type ServerState<Name extends string = string> =
  | { kind: 'not_made' }
  | { kind: 'stopped'; made_by: string; brings: string }
  | { kind: 'running'; urls: DatabaseUrls<Name> };

/**
 * Finds out the state of a data folder's server, also for another user, and changes nothing.
 *
 * Throws the system's error if it cannot read the folder, and an EmbeddedPostgresError for a damaged passwords file.
 */
export function inspectServer<Name extends string>(dataDir: string, naming: Naming<Name>): ServerState<Name> {
  const parents = clusterParents(realPath(dataDir), naming.systemFolder);
  const parent = parents.find((one) => isCompleteCluster(join(one, 'postgres')));
  if (parent === undefined) return { kind: 'not_made' };
  const address = findPostmaster(join(parent, 'postgres'))?.address;
  if (address === undefined)
    return { kind: 'stopped', made_by: madeBy(join(parent, 'postgres')), brings: installedMajorVersion() };
  const path = join(dataDir, passwordsFile);
  const passwords = parsedPasswords(path, readFileSync(path, 'utf8'), naming.ownerRole);
  return { kind: 'running', urls: databaseUrls(address, passwords, naming) };
}

function realPath(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch {
    return dataDir;
  }
}
