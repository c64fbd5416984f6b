import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCompleteCluster } from './cluster-folder';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import { canEnter, serverUser, type ServerUser } from './server-user';
import { makePassableFolder } from './passable-folder';

export interface ClusterPlace {
  /** The folder that contains the cluster's folder `postgres`. */
  readonly parent: string;
  readonly user: ServerUser;
  readonly clusterExists: boolean;
}

/** The two folders that may contain the cluster: the data folder, and one that another user than root can enter. */
export function clusterParents(dataDir: string, systemFolder: string): [inside: string, outside: string] {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return [dataDir, join(systemFolder, name)];
}

/**
 * Where the cluster is, and the user that the server runs as. It is in the data folder, unless root started us and the
 * server's user cannot enter that.
 *
 * Throws an EmbeddedPostgresError if the server's user can no longer reach an existing cluster.
 */
export function locateCluster(
  dataDir: string,
  systemFolder: string,
  report: (line: string) => void,
): ClusterPlace {
  const [, outside] = clusterParents(dataDir, systemFolder);
  // Existing data decides first: changed permissions must not make us start with an empty database.
  const withData = [dataDir, outside].find((parent) => isCompleteCluster(join(parent, 'postgres')));
  const cluster = withData && join(withData, 'postgres');
  const user = serverUser(cluster, report);
  const passable = canEnter(user, dataDir);

  if (withData === dataDir && !passable) {
    throw new EmbeddedPostgresError(
      `The system user "${user.name}", whom the database runs as, can no longer enter ${dataDir}: ` +
        'let it pass through that folder and the folders above (chmod a+x).',
    );
  }
  if (cluster !== undefined && !canEnter(user, cluster)) {
    throw new EmbeddedPostgresError(
      `The system user "${user.name}", whom the database runs as, can no longer enter ${cluster}: ` +
        `give it to that user (chown -R).`,
    );
  }
  const parent = withData ?? (passable ? dataDir : outside);
  if (parent === outside) {
    if (!existsSync(outside)) {
      makePassableFolder(systemFolder);
      makePassableFolder(outside);
    }
    report(
      passable
        ? `The database files are in ${outside}, where an earlier start has put them.`
        : `The system user "${user.name}" cannot enter ${dataDir}, so the database files are in ${outside}.`,
    );
  }
  return { parent, user, clusterExists: withData !== undefined };
}
