import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from './server-user';

/**
 * A file in the cluster's folder while a server runs. It holds the folder's inode number. In a copy the number differs,
 * which shows that the folder was copied while the server ran, so its files are inconsistent.
 */
const fileName = (program: string) => `${program}.running`;

export function markRunning(clusterFolder: string, program: string, { identity }: ServerUser): void {
  const path = join(clusterFolder, fileName(program));
  writeFileSync(path, inodeOf(clusterFolder), { mode: 0o600 });
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
}

/** Called after a clean stop. */
export function unmarkRunning(clusterFolder: string, program: string): void {
  rmSync(join(clusterFolder, fileName(program)), { force: true });
}

export function isCopyOfRunning(clusterFolder: string, program: string): boolean {
  try {
    return readFileSync(join(clusterFolder, fileName(program)), 'utf8') !== inodeOf(clusterFolder);
  } catch {
    return false;
  }
}

function inodeOf(folder: string): string {
  return String(statSync(folder, { bigint: true }).ino);
}
