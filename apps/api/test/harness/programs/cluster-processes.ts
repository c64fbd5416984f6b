import { clusterParents, postgresProcessesOf } from '@groupless/embedded-postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The process ids of the embedded server of a data folder, and of its connections. */
export function runningServerOf(dataDir: string): number[] {
  return clusterParents(dataDir, '/var/lib/groupless')
    .map((parent) => join(parent, 'postgres'))
    .filter((cluster) => existsSync(cluster))
    .flatMap(postgresProcessesOf);
}
