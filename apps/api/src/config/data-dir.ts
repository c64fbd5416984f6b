import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The data folder cannot be used, with the system's reason and what to do. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';
  constructor(dataDir: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(`The data folder ${dataDir} cannot be used (${code ?? message}): ${adviceFor(code)}`);
  }
}

/**
 * Makes the data folder if it is not there yet, and returns its real path.
 * @throws DataDirError
 */
export function makeDataDir(dataDir: string): string {
  try {
    makeFolders(resolve(dataDir));
    return realpathSync(dataDir);
  } catch (error) {
    throw new DataDirError(dataDir, error);
  }
}

/** Level by level: where a file system makes no folders (/proc), Node's own recursion never ends. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    return;
  }
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  // Started by root, the database server runs as another user, who has to pass through to its own folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another start was quicker.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  // A strict umask takes bits from what mkdir was asked for.
  chmodSync(folder, mode);
}

function adviceFor(code: string | undefined): string {
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return 'it is a file, or lies below one; set DATA_DIR to a folder.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full; free some space there.';
  if (code === 'EROFS') return 'the disk is read-only; set DATA_DIR to a folder that can be written to.';
  return 'give this user the right to write there, or set DATA_DIR to another folder.';
}
