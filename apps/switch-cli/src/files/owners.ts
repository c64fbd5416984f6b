import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What root writes in a user's home stays the user's: after `sudo -E` or `docker exec` the assistant must still be
 * able to read its files.
 */
export function keepOwner(path: string, owner: { uid: number; gid: number }): void {
  if (process.getuid?.() !== 0 || owner.uid === 0) return;
  chownSync(path, owner.uid, owner.gid);
}

/** The owner of the nearest folder that exists: what is made below it is that user's. */
export function ownerAbove(path: string): { uid: number; gid: number } {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return { uid: 0, gid: 0 };
  }
}
