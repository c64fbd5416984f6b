import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plain } from '../program/plain-text';

/** What a file of a known name may choose, only the own user and root may choose, as for git and ssh. */
export interface FileAbove {
  path: string;
  /** Whether it is the own user's or root's, and no link that somebody else made. */
  isOwn: boolean;
}

/** The files of a name in a folder and above it, the nearest first. */
export function filesAbove(folder: string, name: string): FileAbove[] {
  const found: FileAbove[] = [];
  for (let place = folder; ; place = dirname(place)) {
    const path = join(place, name);
    const owners = ownersOf(path);
    if (owners.length > 0) found.push({ path, isOwn: owners.every(isOwnUser) });
    if (place === dirname(place)) return found;
  }
}

export function doesNotCount({ path }: FileAbove): string {
  return `${plain(path)} is another user’s, so it does not count.`;
}

/** Of the file, and of the link to it. */
function ownersOf(path: string): number[] {
  try {
    return [lstatSync(path).uid, statSync(path).uid];
  } catch {
    return [];
  }
}

/** Whoever became root by sudo is the own user, too, as for git. Windows has no such numbers. */
export function isOwnUser(owner: number): boolean {
  const user = process.geteuid?.();
  const before = user === 0 ? Number(process.env['SUDO_UID'] || 0) : 0;
  return user === undefined || [user, 0, before].includes(owner);
}
