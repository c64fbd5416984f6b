import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../program/failure';
import { shellWord } from '../program/shell-word';
import { fileFailure, inFolder, refuseIfOpenToAll, syncFolder } from './safe-folder';
import type { FileCopy } from '../targets/session-format';
import { isMountPoint } from './mount-points';
import { keepOwner } from './owners';
import { isAlive } from './process-alive';
import { processPlace } from './process-place';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const MARK = '.assistant-switch-';

/** Reads a file that is one: null if there is none, a Failure if there is a link or a folder instead. */
export function readCredentials(path: string): FileCopy | null {
  let descriptor: number;
  try {
    // Without O_NONBLOCK the open of a pipe would wait for its writer.
    descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw linkFailure(path);
    throw fileFailure(path, 'read', error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw notAFile(path);
    const bytes = readFileSync(descriptor);
    return { bytes, text: utf8(bytes) };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces a file atomically by one of mode 0600, or another mode: a reader, also after a crash, sees either the complete old or the
 * complete new content. `path` may be a file or missing; a link is refused. The folder is held open meanwhile, so
 * that a swapped parent folder cannot redirect the write.
 * @param own.isDurable whether the content has to outlast a power failure too: then the disk is waited for
 * @param own.guard called right before the replacement; what it throws prevents it
 */
export function replaceFile(
  path: string,
  content: string | Buffer,
  { mode = 0o600, isDurable = true, guard }: { mode?: number; isDurable?: boolean; guard?: () => void } = {},
): void {
  inFolder(path, (folder, descriptor) => {
    const name = basename(path);
    const present = refuseUnlessFile(join(folder, name), path);
    const temporary = join(folder, temporaryName(name));
    try {
      const file = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      try {
        // Whatever the umask took away or an inherited rule added.
        fchmodSync(file, mode);
        keepOwner(temporary, present ?? statSync(folder));
        writeFileSync(file, content);
        if (isDurable) fsyncSync(file);
      } finally {
        closeSync(file);
      }
      guard?.();
      renameSync(temporary, join(folder, name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    if (isDurable) syncFolder(descriptor);
  });
}

export function removeFile(path: string): void {
  inFolder(path, (folder, descriptor) => {
    refuseUnlessFile(join(folder, basename(path)), path);
    rmSync(join(folder, basename(path)), { force: true });
    syncFolder(descriptor);
  });
}

/** Refuses a place where `replaceFile()` would fail: a link, a folder, a mounted file, or no right to write. */
export function refuseUnwritable(path: string): void {
  const present = refuseUnlessFile(path, path);
  if (present !== undefined && (present.mode & 0o200) === 0) {
    throw new Failure('unsafe_file', `${path} is read-only, so it was left alone.`, [
      `Let it be written: chmod u+w ${shellWord(path)}`,
    ]);
  }
  if (present !== undefined && isMountPoint(realpathSync(path))) {
    throw new Failure('unsafe_file', `${path} is mounted as a single file, so it cannot be replaced.`, [
      `Mount the folder that holds it in its place, as a volume of the container: ${shellWord(dirname(path))}`,
    ]);
  }
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileFailure(path, 'written', error);
  }
  if (folder === dirname(path)) refuseIfOpenToAll(folder, statSync(folder));
}

/** A name for a temporary file: unguessable, recognised by the sweeps, with the process and where its number counts. */
export function temporaryName(fileName: string): string {
  return `.${fileName}${MARK}${process.pid}-${processPlace()}-${randomBytes(8).toString('hex')}`;
}

/** Removes what killed runs left of a file, or of all, that other runs may be writing just now. */
export function sweepLeftBehind(folder: string, fileName?: string): void {
  sweepTemporaryFiles(folder, fileName, (owner) => {
    const [pid = '', place, random] = owner.split('-');
    // Names of earlier versions say no place.
    const isHere = random === undefined || place === processPlace();
    return isHere && !isAlive(Number.parseInt(pid, 10));
  });
}

/** Removes what killed runs left in a folder, of one file or of all. Only where no other process writes at the same time. */
export function sweepTemporaryFiles(
  folder: string,
  fileName?: string,
  isLeft: (owner: string) => boolean = () => true,
): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const mark = name.indexOf(MARK);
    const original = name.slice(1, mark);
    const isOurs = mark > 0 && name.startsWith('.') && original === (fileName ?? original);
    if (isOurs && isLeft(name.slice(mark + MARK.length))) rmSync(join(folder, name), { force: true });
  }
}

function refuseUnlessFile(path: string, shown: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw linkFailure(shown);
  if (found !== undefined && !found.isFile()) throw notAFile(shown);
  return found;
}

function linkFailure(path: string): Failure {
  if (!existsSync(path))
    return new Failure('unsafe_file', `${path} is a symbolic link that leads to nothing.`, [
      `Make the file that it leads to, or remove the link: rm ${shellWord(path)}`,
    ]);
  const copy = shellWord(`${path}.copy`);
  return new Failure('unsafe_file', `${path} is a symbolic link; this program writes through none.`, [
    `Put the file itself in its place: cp ${shellWord(path)} ${copy} && mv -f ${copy} ${shellWord(path)}`,
  ]);
}

function notAFile(path: string): Failure {
  return new Failure('unsafe_file', `${path} is not a file.`);
}

function utf8(bytes: Buffer): string | null {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : null;
}
