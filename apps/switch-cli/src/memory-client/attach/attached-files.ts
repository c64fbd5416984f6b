import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { replaceFile } from '../../files/credentials-file';
import { makeFolder } from '../../files/safe-folder';
import { changeForeignFile, plannedForeign, readForeign, realFile } from '../../installer/foreign-file';
import { readerOf, verified } from '../../installer/verified';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { shellWord } from '../../program/shell-word';
import { holdOwnLock } from '../../state/own-lock';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';
import { noteMissingFolders, removeEmptiedFolders } from './made-folders';
import { yamlOf } from './yaml-server';

/** The content of a file before and after, as it would be now; null: it does not exist. */
export interface FileChange {
  path: string;
  /** With symbolic links resolved. */
  file: string;
  before: string | null;
  after: string | null;
  /** Computes it again from what the file holds in the moment of writing. */
  change: (text: string | null) => string | null;
  /** Whether it takes back what was remembered, and so is not to be remembered itself. */
  isReturn: boolean;
}

/** What is remembered of a file that was written. */
interface Written {
  /** SHA-256 of the text before; null if there was no file. */
  before: string | null;
  after: string;
}

/** Reads a file and computes its new content. Writes nothing. */
export function plannedChange(path: string, change: (text: string) => string): FileChange {
  return planned(path, false, (text) => {
    const after = checked(path, text ?? '', change(text ?? ''));
    return text === null && after === '' ? null : after;
  });
}

/** Restores the original bytes if the file has not changed since; otherwise removes only our part. */
export function plannedReturn(
  environment: Environment,
  path: string,
  strip: (text: string, before: string | null) => string,
): FileChange {
  const file = realFile(path);
  return planned(path, true, (text) => {
    if (text === null) return null;
    const written = records(environment)[file];
    const copy = copyOf(environment, file, written);
    if (written?.after === hashOf(text)) {
      if (written.before === null) return null;
      if (copy !== null) return checked(path, text, strip(copy, copy));
    }
    const after = checked(path, text, strip(text, copy));
    const isLeft = after === text || after.replaceAll(/[\s{}]/g, '') !== '' || written?.before !== null;
    return isLeft ? after : null;
  });
}

/** YAML is read here alone: the other program of this package does not carry its parser. */
function checked(path: string, before: string, after: string): string {
  const read = /\.ya?ml$/.test(path) ? yamlOf : readerOf(path);
  return verified(path, before, after, undefined, read);
}

function planned(path: string, isReturn: boolean, change: FileChange['change']): FileChange {
  return { path, change, isReturn, ...plannedForeign({ path, change }, readWritable) };
}

/**
 * Writes them, each whole or not at all, under the lock of the program that owns the file, with the rights kept and a
 * copy of what was there.
 */
export async function writeChanges(
  environment: Environment,
  changes: readonly FileChange[],
): Promise<FileChange[]> {
  const release = await holdRecords(environment);
  try {
    const done: FileChange[] = [];
    for (const change of changes) {
      if (change.before === change.after) done.push(change);
      else {
        const onWrite = (file: string, before: string | null, after: string | null) => {
          if (!change.isReturn) remember(environment, file, before, after);
        };
        if (!change.isReturn) noteMissingFolders(environment, change.file);
        const written = await changeForeignFile({
          ...change,
          lock: lockOf(change.path),
          onWrite,
          settled_ms: environment.settled_ms,
        });
        done.push({ ...change, ...written });
      }
    }
    return done;
  } finally {
    release();
  }
}

/** Two runs at once would each forget what the other wrote. */
function holdRecords(environment: Environment): Promise<() => void> {
  makeFolder(memoryState(environment));
  return holdOwnLock(`${recordsFile(environment)}.lock`);
}

/** Of these files Claude Code locks this one alone. */
function lockOf(path: string): string | undefined {
  return basename(path) === '.claude.json' ? `${path}.lock` : undefined;
}

function remember(environment: Environment, file: string, before: string | null, after: string | null): void {
  if (after === null) return;
  const known = records(environment);
  const present = known[file];
  // A file that was attached before keeps the copy from before that.
  const isKept = present !== undefined && before !== null && present.after === hashOf(before);
  if (!isKept && before !== null) replaceFile(copyFile(environment, file), before);
  const first = before === null ? null : hashOf(before);
  const record = { before: isKept ? present.before : first, after: hashOf(after) };
  writeJson(recordsFile(environment), { ...known, [file]: record }, { isDurable: true });
}

/** Every file that was written and not taken back. */
export function attachedFiles(environment: Environment): string[] {
  return Object.keys(records(environment));
}

/** After a detachment nothing is remembered, and no folder that was made for it is left. */
export async function forgetFiles(environment: Environment, files: readonly string[]): Promise<void> {
  const release = await holdRecords(environment);
  try {
    const kept = Object.entries(records(environment)).filter(([file]) => !files.includes(file));
    writeJson(recordsFile(environment), Object.fromEntries(kept), { isDurable: true });
    removeEmptiedFolders(environment);
  } finally {
    release();
  }
  for (const file of files) rmSync(copyFile(environment, file), { force: true });
}

/** The copy of what was there before. */
export function copyFile(environment: Environment, file: string): string {
  return memoryState(environment, 'backups', `${hashOf(file).slice(0, 16)}-${basename(file)}`);
}

function copyOf(environment: Environment, file: string, written: Written | undefined): string | null {
  const copy = copyFile(environment, file);
  const text = written !== undefined && existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  return text !== null && hashOf(text) === written?.before ? text : null;
}

function readWritable(file: string): string | null {
  const text = readForeign(file);
  if (text === null || (statSync(file).mode & 0o200) !== 0) return text;
  throw new Failure('unsafe_file', `${file} is read-only, so it was left alone. Nothing was written.`, [
    `Let it be written (chmod u+w ${shellWord(file)}), or attach with --project.`,
  ]);
}

function records(environment: Environment): Record<string, Written> {
  return readJson<Record<string, Written>>(recordsFile(environment), {});
}

function recordsFile(environment: Environment): string {
  return memoryState(environment, 'attached.json');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
