import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from './server-user';

/**
 * A file in the cluster's folder, there while a server works with it, that holds the folder's inode number. A copy of
 * the folder has another number: it was then copied while the server ran, and its files do not fit together.
 */
const name = 'groupless.running';

export function markRunning(clusterFolder: string, { identity }: ServerUser): void {
  const path = join(clusterFolder, name);
  writeFileSync(path, inodeOf(clusterFolder), { mode: 0o600 });
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
}

/** After a stop in order. */
export function unmarkRunning(clusterFolder: string): void {
  rmSync(join(clusterFolder, name), { force: true });
}

export function isCopyOfRunning(clusterFolder: string): boolean {
  try {
    return readFileSync(join(clusterFolder, name), 'utf8') !== inodeOf(clusterFolder);
  } catch {
    return false;
  }
}

function inodeOf(folder: string): string {
  return String(statSync(folder, { bigint: true }).ino);
}
