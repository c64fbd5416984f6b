import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plain } from '../program/plain-text';

// Windows has neither.
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants as Record<string, number | undefined> & {
  O_RDONLY: number;
};

/** What a file of a known name may choose, only the own user and root may choose, as for git and ssh. */
export interface FileAbove {
  path: string;
  /** Whether it is the own user's or root's, and no link that somebody else made. */
  isOwn: boolean;
  /** Its beginning, of the very file that was looked at; empty where there is none to read. */
  text: string;
}

const MOST_BYTES = 4_096;

/** The files of a name in a folder and above it, the nearest first. */
export function filesAbove(folder: string, name: string): FileAbove[] {
  const found: FileAbove[] = [];
  for (let place = folder; ; place = dirname(place)) {
    const path = join(place, name);
    const file = opened(path) ?? unreadable(path);
    if (file !== null) found.push({ path, ...file });
    if (place === dirname(place)) return found;
  }
}

export function doesNotCount({ path }: FileAbove): string {
  return `${plain(path)} is another user’s, so it does not count.`;
}

/**
 * Opened once: what is judged is what is read, whatever has its name meanwhile. A pipe does not wait for its writer. Null: it cannot
 * be opened.
 */
function opened(path: string): Omit<FileAbove, 'path'> | null {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link === undefined) return null;
  // A link counts if it is the same before and after; anything else is not followed, should it be a link by now.
  const isLink = link.isSymbolicLink();
  const flags = O_RDONLY | (O_NONBLOCK ?? 0) | (isLink ? 0 : (O_NOFOLLOW ?? 0));
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const found = fstatSync(file);
    const isSame = !isLink || lstatSync(path).ino === link.ino;
    const isOwn =
      isSame && isOwnUser(found.uid) && (isLink ? isOwnUser(link.uid) : isPutByOwner(path, found));
    const bytes = Buffer.alloc(found.isFile() ? MOST_BYTES : 0);
    const length = bytes.length === 0 ? 0 : readSync(file, bytes, 0, MOST_BYTES, 0);
    return { isOwn, text: bytes.toString('utf8', 0, length) };
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A second name (hard link) of an own file may be somebody else's work, where others can write into the folder. */
function isPutByOwner(path: string, { nlink }: { nlink: number }): boolean {
  if (nlink < 2) return true;
  const { uid, mode } = statSync(dirname(path));
  return isOwnUser(uid) && (mode & 0o022) === 0;
}

/** By its owner and that of the link to it. Null: there is none. */
function unreadable(path: string): Omit<FileAbove, 'path'> | null {
  try {
    return { isOwn: [lstatSync(path).uid, statSync(path).uid].every(isOwnUser), text: '' };
  } catch {
    return null;
  }
}

/** Whoever became root by sudo is the own user, too, as for git. Windows has no such numbers. */
export function isOwnUser(owner: number): boolean {
  const user = process.geteuid?.();
  const before = user === 0 ? Number(process.env['SUDO_UID'] || 0) : 0;
  return user === undefined || [user, 0, before].includes(owner);
}
