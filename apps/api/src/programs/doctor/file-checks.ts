import { accessSync, constants, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failure, ok, quoted, warning, type Check } from './check';

const GIB = 1_024 ** 3;
const LITTLE_BYTES = 2 * GIB;
const TOO_LITTLE_BYTES = GIB / 4;
/**
 * Permissions that others must not have. They may enter a folder, because root's database server runs as another user.
 */
const OTHERS = { file: 0o077, folder: 0o066 };

/** Checks the data folder's permissions and disk space. */
export function fileChecks(dataDir: string): Check[] {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined)
    return [ok('data folder', `${dataDir} is not there yet; the next start makes it.`)];
  try {
    return [modesCheck(dataDir, folder.mode), spaceCheck(dataDir)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const next = 'Run this as the user who runs the server.';
    return [failure('data folder', `${dataDir} cannot be read (${code}).`, next)];
  }
}

/** Checks that the server can put its scheduled backups into their folder. */
export function backupFolderChecks(folder: string | null): Check[] {
  if (folder === null) return [];
  const name = 'backups';
  const next = 'Set BACKUP_DIR to a folder that the user who runs the server may write to.';
  try {
    if (!statSync(folder).isDirectory()) return [failure(name, `${folder} is no folder.`, next)];
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [ok(name, `${folder} can be written.`)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [ok(name, `${folder} is not there yet; the first backup makes it.`)];
    return [failure(name, `${folder} cannot be written (${code}).`, next)];
  }
}

function modesCheck(dataDir: string, folderMode: number): Check {
  const name = 'data folder';
  if (process.platform === 'win32') return ok(name, dataDir);
  const open = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => (statSync(join(dataDir, entry.name)).mode & OTHERS.file) !== 0)
    .map((entry) => entry.name);
  if (open.length > 0) {
    const says = `Other users of this machine can read or write ${open.join(', ')} in ${dataDir}.`;
    return failure(name, says, `chmod 600 ${open.map((file) => quoted(join(dataDir, file))).join(' ')}`);
  }
  if ((folderMode & OTHERS.folder) !== 0) {
    const says = `Other users of this machine can look into ${dataDir}.`;
    return failure(name, says, `chmod go-rw ${quoted(dataDir)}`);
  }
  return ok(name, `${dataDir} is private.`);
}

function spaceCheck(dataDir: string): Check {
  const name = 'disk';
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const says = `${(free / GIB).toFixed(1)} GiB are free where ${dataDir} is.`;
  const next = 'Make room: a full disk stops the database.';
  if (free < TOO_LITTLE_BYTES) return failure(name, says, next);
  return free < LITTLE_BYTES ? warning(name, says, next) : ok(name, says);
}
