import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock as takeLock } from 'proper-lockfile';
import { refuseUnwritable, removeFile, replaceFile, sweepLeftBehind } from '../files/credentials-file';
import { fileFailure, makeFolder } from '../files/safe-folder';
import { Failure } from '../program/failure';
import { BrokenSettings } from './json-edits';

/** A change of a file that belongs to another program. */
export interface ForeignChange {
  path: string;
  /** Computes the new content, null for no file; BrokenSettings where the content is not what the owner would read. */
  change: (text: string | null) => string | null;
  /** The lock that the owner holds while it writes: a folder. Without it the file is looked at again afterwards. */
  lock?: string | undefined;
  /** How long an owner without a lock may take from reading its file to writing it. */
  settled_ms?: number | undefined;
  /** Called before each write, with the text from which the new one was computed. */
  onWrite?: (file: string, before: string | null, after: string | null) => void;
}

export interface ForeignFile {
  /** With links followed. */
  file: string;
  before: string | null;
  after: string | null;
}

const MOST_TRIES = 8;
const SETTLED_MS = 120;
const LOCK = {
  realpath: false,
  stale: 10_000,
  update: 2_000,
  retries: { retries: 300, minTimeout: 50, maxTimeout: 50 },
};

/** Where the owner writes in place, the file is empty or half for a moment. */
class Unsettled extends Failure {
  constructor() {
    super('locked', 'The file is being written.');
  }
}

/**
 * Changes a file of another program, whole or not at all, without losing what that program writes at the same time: under
 * its lock where it has one; else read again right before the write, and looked at once more after it.
 */
export async function changeForeignFile(own: ForeignChange): Promise<ForeignFile> {
  const file = realFile(own.path);
  makeFolder(dirname(file));
  refuseUnwritable(file);
  const release = own.lock === undefined ? null : await held(own.lock);
  sweepLeftBehind(dirname(file), basename(file));
  try {
    return await changed(own, file);
  } finally {
    await release?.();
  }
}

async function changed(own: ForeignChange, file: string): Promise<ForeignFile> {
  let first: string | null | undefined;
  let base: string | null | undefined;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const seen = look(file);
    first = first === undefined ? seen.text : first;
    try {
      const before: string | null = base === undefined ? seen.text : base;
      const after = await computed(own, seen, before);
      if (after === seen.text) return { file, before: first, after };
      write(own, file, seen, { before, after });
      if (own.lock !== undefined) return { file, before: first, after };
      await sleep(own.settled_ms ?? SETTLED_MS);
      // What the owner wrote into the old file in the moment of its replacement.
      const late = seen.late();
      const isLate = late !== seen.text && late !== '' && readForeign(file) === after;
      base = isLate ? late : undefined;
    } catch (error) {
      if (!(error instanceof Unsettled)) throw error;
      base = undefined;
      await sleep(own.settled_ms ?? SETTLED_MS);
    } finally {
      seen.close();
    }
  }
  throw new Failure('refused', `${file} is changed by another program all the time; it was left alone.`, [
    'Close that program, and run this again.',
  ]);
}

function write(
  own: ForeignChange,
  file: string,
  seen: Seen,
  { before, after }: Pick<ForeignFile, 'before' | 'after'>,
): void {
  namingFile(own.path, () => own.onWrite?.(file, before, after));
  const guard = () => {
    if (!seen.isPresent()) throw new Unsettled();
  };
  if (after !== null) {
    replaceFile(file, after, { mode: seen.mode, guard });
    return;
  }
  guard();
  removeFile(file);
}

/**
 * The file that a path leads to: many users keep their settings in a repository of their own. Links above a file that is
 * not there yet are followed too, so that its name is the same before and after it is made.
 */
export function realFile(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return folder === path ? path : join(realFile(folder), basename(path));
}

/** What the change would make of the file as it is now, once it is sure that it can be written. Writes nothing. */
export function plannedForeign({ path, change }: Pick<ForeignChange, 'path' | 'change'>): ForeignFile {
  const file = realFile(path);
  const before = readForeign(file);
  const after = namingFile(path, () => change(before));
  if (before !== after) refuseUnwritable(file);
  return { file, before, after };
}

/** What is found in the file as it is now. */
export function foundInForeign<T>(path: string, find: (text: string) => T): T {
  const text = readForeign(realFile(path)) ?? '';
  return namingFile(path, () => find(text));
}

/** What is wrong with the content is told with the name of the file. */
function namingFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BrokenSettings) throw brokenFile(path, error);
    throw error;
  }
}

/** A content that is not whole may be one that is being written. */
async function computed(own: ForeignChange, seen: Seen, base: string | null): Promise<string | null> {
  const isEmptied = seen.text === '' && own.lock === undefined;
  if (isEmptied) await sleep(own.settled_ms ?? SETTLED_MS);
  if (isEmptied && seen.late() !== '') throw new Unsettled();
  try {
    return own.change(base);
  } catch (error) {
    if (!(error instanceof BrokenSettings)) throw error;
    await sleep(own.settled_ms ?? SETTLED_MS);
    if (!seen.isPresent() || seen.late() !== seen.text) throw new Unsettled();
    throw brokenFile(own.path, error);
  }
}

function brokenFile(path: string, { message }: BrokenSettings): Failure {
  return new Failure('unsafe_file', `${path} was left alone: ${message}. Nothing was written.`, [
    'Mend the file, or move it away, and run this again.',
  ]);
}

/** A file as it was read, held open: a program that writes in place writes into this one, even once it is replaced. */
interface Seen {
  text: string | null;
  mode: number;
  /** Whether the file is still that one, with that text. */
  isPresent(): boolean;
  /** The text that this file has now, wherever it is. */
  late(): string | null;
  close(): void;
}

function look(file: string): Seen {
  if (!existsSync(file)) {
    const isPresent = () => !existsSync(file);
    return { text: null, mode: 0o600, isPresent, late: () => null, close: () => undefined };
  }
  const descriptor = openSync(file, 'r');
  const { ino, dev, mode } = fstatSync(descriptor);
  const text = whole(descriptor);
  return {
    text,
    mode: mode & 0o777,
    isPresent: () => {
      if (whole(descriptor) !== text) return false;
      const now = statSync(file, { throwIfNoEntry: false });
      return now?.ino === ino && now.dev === dev;
    },
    late: () => whole(descriptor),
    close: () => closeSync(descriptor),
  };
}

function whole(descriptor: number): string {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, length);
    if (read === 0) return bytes.subarray(0, length).toString();
    length += read;
  }
}

async function held(path: string): Promise<() => Promise<void>> {
  makeFolder(dirname(path));
  try {
    return await takeLock(path, { ...LOCK, lockfilePath: path, onCompromised: () => undefined });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED')
      throw new Failure('file_error', `The lock ${path} cannot be made.`);
    throw new Failure('locked', `Another program holds the lock ${path}.`, [
      'Wait until it has written, and run this again.',
    ]);
  }
}

/** The content of a file of others, checked to be one that can be changed. */
export function readForeign(file: string): string | null {
  if (!existsSync(file)) return null;
  if (!statSync(file).isFile()) throw new Failure('unsafe_file', `${file} is not a file.`);
  const bytes = bytesOf(file);
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  throw new Failure('unsafe_file', `${file} is not UTF-8 text, so it was left alone. Nothing was written.`);
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw fileFailure(file, 'read', error);
  }
}
