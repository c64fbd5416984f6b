import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Reads a private file and resets its mode to 0600; null if there is none. */
export function readPrivateFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    // A restored backup or a copy may have a looser mode.
    fchmodSync(file, 0o600);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Writes a private file atomically and durably. */
export function replacePrivateFile(path: string, content: string): void {
  withDraft(path, content, (draft) => renameSync(draft, path));
}

/**
 * The same for a file that must not exist yet. Of concurrent processes, one wins.
 * @returns whether this call made it
 */
export function createPrivateFile(path: string, content: string): boolean {
  try {
    withDraft(path, content, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes temporary files of killed processes. Only for the holder of the folder's lock. */
export function removeDrafts(path: string): void {
  const prefix = draftPrefix(basename(path));
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(path), name), { force: true });
  }
}

/** Makes a rename durable (fsync of the folder). */
export function syncFolder(folder: string): void {
  // Windows cannot open folders and does not need it.
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function withDraft(path: string, content: string, publish: (draft: string) => void): void {
  const draft = draftPrefix(path) + randomBytes(6).toString('hex');
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
    publish(draft);
    syncFolder(dirname(path));
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}

function draftPrefix(name: string): string {
  return `${name}.new-`;
}
