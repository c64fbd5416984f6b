import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCompleteCluster } from './cluster-folder';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import { canEnter, serverUser, type ServerUser } from './server-user';
import { makePassableFolder, systemFolder } from './system-folder';

export interface ClusterPlace {
  /** The folder in which the cluster's folder `postgres` lies. */
  readonly parent: string;
  readonly user: ServerUser;
  readonly cluster_exists: boolean;
}

/** The two folders in which the cluster may lie: the data folder, and one for servers of another user than root. */
export function clusterParents(dataDir: string): [inside: string, outside: string] {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return [dataDir, join(systemFolder, name)];
}

/**
 * Where the cluster lies and whom the server runs as: in the data folder, unless root started us and the
 * server's user cannot get there.
 *
 * Throws an EmbeddedPostgresError when a cluster is there that the server's user can no longer reach.
 */
export function placeOfCluster(dataDir: string, report: (line: string) => void): ClusterPlace {
  const [, outside] = clusterParents(dataDir);
  // Where data is decides first: rights changed since must not make us begin with an empty database.
  const withData = [dataDir, outside].find((parent) => isCompleteCluster(join(parent, 'postgres')));
  const user = serverUser(withData && join(withData, 'postgres'), report);
  const passable = canEnter(user, dataDir);

  if (withData === dataDir && !passable) {
    throw new EmbeddedPostgresError(
      `The system user "${user.name}", whom the database runs as, can no longer enter ${dataDir}: ` +
        'let it pass through that folder and the folders above (chmod a+x).',
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
  return { parent, user, cluster_exists: withData !== undefined };
}
