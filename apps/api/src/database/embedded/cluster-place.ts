import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCompleteCluster } from './cluster-folder';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { canEnter, serverUser, type ServerUser } from './server-user';
import { makePassableFolder, system_folder } from './system-folder';

export interface ClusterPlace {
  /** The folder in which the cluster's folder `postgres` lies. */
  readonly parent: string;
  readonly user: ServerUser;
  readonly cluster_exists: boolean;
}

/** The two folders in which the cluster may lie: the data folder, and one for servers of another user than root. */
export function clusterParents(data_dir: string): [inside: string, outside: string] {
  const name = createHash('sha256').update(data_dir).digest('hex').slice(0, 16);
  return [data_dir, join(system_folder, name)];
}

/**
 * Where the cluster lies and whom the server runs as: in the data folder, unless root started us and the
 * server's user cannot get there.
 *
 * Throws an EmbeddedPostgresError when a cluster is there that the server's user can no longer reach.
 */
export function placeOfCluster(data_dir: string, report: (line: string) => void): ClusterPlace {
  const [, outside] = clusterParents(data_dir);
  // Where data is decides first: rights changed since must not make us begin with an empty database.
  const with_data = [data_dir, outside].find((parent) => isCompleteCluster(join(parent, 'postgres')));
  const user = serverUser(with_data && join(with_data, 'postgres'), report);
  const passable = canEnter(user, data_dir);

  if (with_data === data_dir && !passable) {
    throw new EmbeddedPostgresError(
      `The system user "${user.name}", whom the database runs as, can no longer enter ${data_dir}: ` +
        'let it pass through that folder and the folders above (chmod a+x).',
    );
  }
  const parent = with_data ?? (passable ? data_dir : outside);
  if (parent === outside) {
    if (!existsSync(outside)) {
      makePassableFolder(system_folder);
      makePassableFolder(outside);
    }
    report(
      passable
        ? `The database files are in ${outside}, where an earlier start has put them.`
        : `The system user "${user.name}" cannot enter ${data_dir}, so the database files are in ${outside}.`,
    );
  }
  return { parent, user, cluster_exists: with_data !== undefined };
}
