import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../program/failure';
import { shellWord } from '../program/shell-word';
import { keepOwner, ownerAbove } from './owners';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** Makes the folders that are missing, each 0700 and of the owner of the folder above. */
export function makeFolder(folder: string): void {
  try {
    const owner = ownerAbove(folder);
    const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
      keepOwner(made, owner);
    }
  } catch (error) {
    throw fileFailure(folder, 'made', error);
  }
}

/**
 * Works in the folder of a file and holds it open, so that a swapped parent folder cannot redirect the work.
 * @param work gets a path of the folder, and its descriptor where there are such
 */
export function inFolder(path: string, work: (folder: string, descriptor: number | null) => void): void {
  makeFolder(dirname(path));
  try {
    const real = realpathSync(dirname(path));
    // Windows opens no folders and keeps rights in another way.
    if (process.platform === 'win32') {
      work(real, null);
      return;
    }
    const descriptor = openSync(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      refuseIfOpenToAll(dirname(path), fstatSync(descriptor));
      const held = `/proc/self/fd/${descriptor}`;
      work(existsSync(held) ? held : real, descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(path, 'written', error);
  }
}

/** In a folder that is writable for all, another user could replace our file. `/tmp` is protected by its sticky bit. */
export function refuseIfOpenToAll(folder: string, { mode }: Pick<Stats, 'mode'>): void {
  if (process.platform === 'win32') return;
  if ((mode & 0o002) === 0 || (mode & 0o1000) !== 0) return;
  throw new Failure('unsafe_file', `Anybody on this machine may replace files in ${folder}.`, [
    `Remove that right: chmod o-w ${shellWord(folder)}`,
  ]);
}

/** Some network drives cannot sync a folder; the file in it is whole all the same. */
export function syncFolder(descriptor: number | null): void {
  if (descriptor === null) return;
  try {
    fsyncSync(descriptor);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!UNSUPPORTED.includes(code ?? '')) throw error;
  }
}

const UNSUPPORTED = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF'];

export function fileFailure(path: string, verb: string, error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  return new Failure('file_error', `${path} cannot be ${verb} (${code ?? 'unknown error'}).`);
}
