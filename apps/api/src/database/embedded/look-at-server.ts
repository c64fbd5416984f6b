import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { clusterParents } from './cluster/cluster-place';
import { isCompleteCluster } from './cluster/cluster-folder';
import { parsedPasswords, passwordsFile } from './cluster/database-passwords';
import { databaseUrls } from './cluster/databases';
import { findPostmaster } from './server/postmaster-file';

/** How the server of a data folder is. */
export type SeenServer =
  { kind: 'not_made' } | { kind: 'stopped' } | ({ kind: 'running' } & ReturnType<typeof databaseUrls>);

/**
 * Looks at the server of a data folder, also as another user, and changes nothing.
 *
 * Throws what the system says where it does not let us look, and an EmbeddedPostgresError for damaged passwords.
 */
export function lookAtServer(dataDir: string): SeenServer {
  const parent = clusterParents(realPath(dataDir)).find((one) => isCompleteCluster(join(one, 'postgres')));
  if (parent === undefined) return { kind: 'not_made' };
  const address = findPostmaster(join(parent, 'postgres'))?.address;
  if (address === undefined) return { kind: 'stopped' };
  const path = join(dataDir, passwordsFile);
  return { kind: 'running', ...databaseUrls(address, parsedPasswords(path, readFileSync(path, 'utf8'))) };
}

function realPath(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch {
    return dataDir;
  }
}
