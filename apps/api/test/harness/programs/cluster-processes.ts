import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clusterParents } from '../../../src/database/embedded/cluster/cluster-place';
import { postgresProcessesOf } from '../../../src/database/embedded/server/running-processes';

/** The process ids of the embedded server of a data folder, and of its connections. */
export function runningServerOf(dataDir: string): number[] {
  return clusterParents(dataDir)
    .map((parent) => join(parent, 'postgres'))
    .filter((cluster) => existsSync(cluster))
    .flatMap(postgresProcessesOf);
}
