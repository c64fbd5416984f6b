import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The data folder cannot be used. The message has the system's reason and what to do. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';

  /** @param setting the name of the setting for the folder */
  constructor(dataDir: string, setting: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(`The data folder ${dataDir} cannot be used (${code ?? message}): ${adviceFor(code, setting)}`);
  }
}

/**
 * Makes the data folder if it is missing, and returns its real path.
 * @throws DataDirError
 */
export function makeDataDir(dataDir: string, setting: string): string {
  try {
    makeFolders(resolve(dataDir));
    return realpathSync(dataDir);
  } catch (error) {
    throw new DataDirError(dataDir, setting, error);
  }
}

/** Makes folders level by level, because Node's `recursive` never ends on some file systems (/proc). */
function makeFolders(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    return;
  }
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  // If root starts it, the database server runs as another user, who must be able to enter.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Made by a concurrent start.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  // A strict umask removes bits of the mode.
  chmodSync(folder, mode);
}

function adviceFor(code: string | undefined, setting: string): string {
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `it is a file, or lies below one; set ${setting} to a folder.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full; free some space there.';
  if (code === 'EROFS') return `the disk is read-only; set ${setting} to a folder that can be written to.`;
  return `give this user the right to write there, or set ${setting} to another folder.`;
}
