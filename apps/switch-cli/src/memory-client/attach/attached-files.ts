import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { replaceFile } from '../../files/credentials-file';
import { makeFolder } from '../../files/safe-folder';
import { BrokenSettings } from '../../installer/json-edits';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';

/** The content of a file before and after; null: it does not exist. */
export interface FileChange {
  /** With symbolic links resolved: many users keep their settings in a repository of their own. */
  file: string;
  before: string | null;
  after: string | null;
}

/** What is remembered of a file that was written. */
interface Written {
  /** SHA-256 of the text before; null if there was no file. */
  before: string | null;
  after: string;
}

/** Reads a file and computes its new content. Writes nothing. */
export function plannedChange(path: string, change: (text: string) => string): FileChange {
  const file = existsSync(path) ? realpathSync(path) : path;
  const before = existsSync(file) ? readText(file) : null;
  const after = changed(path, before ?? '', change);
  return { file, before, after: before === null && after === '' ? null : after };
}

/** Restores the original bytes if the file has not changed since; otherwise removes only our part. */
export function plannedReturn(
  environment: Environment,
  path: string,
  strip: (text: string, before: string | null) => string,
): FileChange {
  const file = existsSync(path) ? realpathSync(path) : path;
  if (!existsSync(file)) return { file, before: null, after: null };
  const text = readText(file);
  const written = records(environment)[file];
  const copy = copyOf(environment, file, written);
  if (written?.after === hashOf(text)) {
    if (written.before === null) return { file, before: text, after: null };
    if (copy !== null) return { file, before: text, after: changed(path, copy, (own) => strip(own, copy)) };
  }
  const after = changed(path, text, (own) => strip(own, copy));
  const isLeft = after === text || after.replaceAll(/[\s{}]/g, '') !== '' || written?.before !== null;
  return { file, before: text, after: isLeft ? after : null };
}

/** Writes them, each whole or not at all, with the rights kept and a copy of what was there. */
export function writeChanges(environment: Environment, changes: readonly FileChange[]): void {
  for (const { file, before, after } of changes) {
    if (before === after) continue;
    const known = records(environment);
    if (after === null) {
      rmSync(file, { force: true });
      continue;
    }
    makeFolder(dirname(file));
    const mode = before === null ? 0o600 : statSync(file).mode & 0o777;
    const present = known[file];
    // A file that was attached before keeps the copy from before that.
    const isKept = present !== undefined && before !== null && present.after === hashOf(before);
    if (!isKept && before !== null) replaceFile(copyFile(environment, file), before);
    const first = before === null ? null : hashOf(before);
    const record = { before: isKept ? present.before : first, after: hashOf(after) };
    writeJson(recordsFile(environment), { ...known, [file]: record });
    replaceFile(file, after);
    chmodSync(file, mode);
  }
}

/** After a detachment nothing is remembered. */
export function forgetFiles(environment: Environment, files: readonly string[]): void {
  const kept = Object.entries(records(environment)).filter(([file]) => !files.includes(file));
  writeJson(recordsFile(environment), Object.fromEntries(kept));
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

function readText(file: string): string {
  const stats = statSync(file);
  if (!stats.isFile()) throw new Failure('unsafe_file', `${file} is not a file.`);
  if ((stats.mode & 0o200) === 0) {
    throw new Failure('unsafe_file', `${file} is read-only, so it was left alone. Nothing was written.`, [
      `Let it be written (chmod u+w '${file}'), or attach with --project.`,
    ]);
  }
  const bytes = readFileSync(file);
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  throw new Failure('unsafe_file', `${file} is not UTF-8 text, so it was left alone. Nothing was written.`);
}

function changed(path: string, text: string, change: (text: string) => string): string {
  try {
    return change(text);
  } catch (error) {
    if (!(error instanceof BrokenSettings)) throw error;
    throw new Failure('unsafe_file', `${path} was left alone: ${error.message}. Nothing was written.`, [
      'Mend the file, or move it away, and run this again.',
    ]);
  }
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
