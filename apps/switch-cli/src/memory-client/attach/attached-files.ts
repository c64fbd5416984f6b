import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { replaceFile, sweepLeftBehind } from '../../files/credentials-file';
import { makeFolder } from '../../files/safe-folder';
import { changeForeignFile, plannedForeign, realFile } from '../../installer/foreign-file';
import { readerOf, verified } from '../../installer/verified';
import type { Environment } from '../../program/environment';
import { holdOwnLock } from '../../state/own-lock';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';
import { noteMissingFolders, removeEmptiedFolders } from './made-folders';
import { yamlOf } from './yaml-server';

/** What is ours in a file. */
export interface FilePart {
  path: string;
  /** The text with it. */
  put: (text: string) => string;
  /** The text without it. @param before the file as it was: what was empty there stays so */
  take: (text: string, before: string | null) => string;
}

/** The content of a file before and after, as it would be now; null: it does not exist. */
export interface FileChange {
  path: string;
  /** With symbolic links resolved. */
  file: string;
  before: string | null;
  after: string | null;
  /** Computes it again from what the file holds in the moment of writing. */
  change: (text: string | null) => string | null;
  /** What `detach` would make of a text, which is remembered; null: this is a detachment. */
  original: ((text: string) => string | null) | null;
}

/** What is remembered of a file that was written. */
interface Written {
  /** SHA-256 of the text without our part, of which there is a copy; null if there was no file. */
  before: string | null;
  after: string;
}

/** Reads a file and computes its content with our part. Writes nothing. */
export function plannedChange(environment: Environment, part: FilePart): FileChange {
  const { path, put } = part;
  const change = (text: string | null) => {
    const after = checked(path, text ?? '', put(text ?? ''));
    return text === null && after === '' ? null : after;
  };
  const original = (text: string) => returned(environment, part, text);
  return { path, change, original, ...plannedForeign({ path, change }) };
}

/** The same without it. */
export function plannedReturn(environment: Environment, part: Omit<FilePart, 'put'>): FileChange {
  const { path } = part;
  const change = (text: string | null) => (text === null ? null : returned(environment, part, text));
  return { path, change, original: null, ...plannedForeign({ path, change }) };
}

/** The original bytes if the file has not changed since; otherwise the text without our part. */
function returned(
  environment: Environment,
  { path, take }: Omit<FilePart, 'put'>,
  text: string,
): string | null {
  const file = realFile(path);
  const written = records(environment)[file];
  const copy = copyOf(environment, file, written);
  if (written?.after === hashOf(text)) {
    if (written.before === null) return null;
    if (copy !== null) return checked(path, text, take(copy, copy));
  }
  const after = checked(path, text, take(text, copy));
  const isLeft = after === text || after.replaceAll(/[\s{}]/g, '') !== '' || written?.before !== null;
  return isLeft ? after : null;
}

/** YAML is read here alone: the other program of this package does not carry its parser. */
function checked(path: string, before: string, after: string): string {
  const read = /\.ya?ml$/.test(path) ? yamlOf : readerOf(path);
  return verified(path, before, after, undefined, read);
}

/**
 * Writes them all or none, each whole, under the lock of the program that owns the file, with the rights kept and a copy of
 * what was there. A detachment that cannot go on leaves what it has taken away; the next one does the rest.
 */
export async function writeChanges(
  environment: Environment,
  changes: readonly FileChange[],
): Promise<FileChange[]> {
  const release = await holdRecords(environment);
  for (const part of ['', 'backups', 'bin']) sweepLeftBehind(memoryState(environment, part));
  const known = records(environment);
  const done: FileChange[] = [];
  try {
    for (const change of changes)
      done.push(change.before === change.after ? change : await written(environment, change));
    return done;
  } catch (error) {
    for (const change of done.filter(({ original }) => original !== null))
      await takeBack(environment, change);
    if (changes.some(({ original }) => original !== null)) forgetSince(environment, known);
    throw error;
  } finally {
    release();
  }
}

async function written(environment: Environment, change: FileChange): Promise<FileChange> {
  const { path, file, original } = change;
  if (original !== null) noteMissingFolders(environment, file);
  const onWrite = (_: string, before: string | null, after: string | null) => {
    if (original !== null && after !== null)
      remember(environment, file, before === null ? null : original(before), after);
  };
  const { settled_ms } = environment;
  const changed = await changeForeignFile({ ...change, lock: lockOf(path), onWrite, settled_ms });
  return { ...change, ...changed };
}

/** What somebody has written since stays. */
async function takeBack({ settled_ms }: Environment, { path, before, after }: FileChange): Promise<void> {
  const change = (text: string | null) => (text === after ? before : text);
  await changeForeignFile({ path, change, lock: lockOf(path), settled_ms });
}

function forgetSince(environment: Environment, known: Record<string, Written>): void {
  const made = Object.keys(records(environment)).filter((file) => known[file] === undefined);
  writeJson(recordsFile(environment), known, { isDurable: true });
  for (const file of made) rmSync(copyFile(environment, file), { force: true });
  removeEmptiedFolders(environment);
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

function remember(environment: Environment, file: string, before: string | null, after: string): void {
  if (before !== null) replaceFile(copyFile(environment, file), before);
  const record = { before: before === null ? null : hashOf(before), after: hashOf(after) };
  writeJson(recordsFile(environment), { ...records(environment), [file]: record }, { isDurable: true });
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

/** Earlier versions did not follow links above a file that was not there yet; what they knew first is how it was. */
function records(environment: Environment): Record<string, Written> {
  const known: Record<string, Written> = {};
  const stored = readJson<Record<string, Written>>(recordsFile(environment), {});
  for (const [path, { before, after }] of Object.entries(stored)) {
    const file = realFile(path);
    const first = known[file];
    known[file] = { before: first === undefined ? before : first.before, after };
  }
  return known;
}

function recordsFile(environment: Environment): string {
  return memoryState(environment, 'attached.json');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
