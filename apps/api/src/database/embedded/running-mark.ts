import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from './server-user';

/**
 * A file in the cluster's folder, there while a server works with it, that holds the folder's inode number. A copy of
 * the folder has another number: it was then copied while the server ran, and its files do not fit together.
 */
const name = 'groupless.running';

export function markRunning(cluster_folder: string, { identity }: ServerUser): void {
  const path = join(cluster_folder, name);
  writeFileSync(path, inodeOf(cluster_folder), { mode: 0o600 });
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
}

/** After a stop in order. */
export function unmarkRunning(cluster_folder: string): void {
  rmSync(join(cluster_folder, name), { force: true });
}

export function isCopyOfRunning(cluster_folder: string): boolean {
  try {
    return readFileSync(join(cluster_folder, name), 'utf8') !== inodeOf(cluster_folder);
  } catch {
    return false;
  }
}

function inodeOf(folder: string): string {
  return String(statSync(folder, { bigint: true }).ino);
}
