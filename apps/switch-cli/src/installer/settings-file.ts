import { chmodSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { replaceFile } from '../files/credentials-file';
import { makeFolder } from '../files/safe-folder';
import { dirname } from 'node:path';
import { Failure } from '../program/failure';
import { BrokenSettings } from './json-edits';

export interface SettingsChange {
  file: string;
  isChanged: boolean;
  /** The copy of the file as it was before. */
  backup: string | null;
}

/**
 * Changes a settings file that belongs to the user and an assistant: whole or not at all, with its rights kept
 * and a copy of the old text beside it. Settings are no secrets, so a link is followed: many keep them in a
 * repository of their own.
 * @param name of the program that writes, for the copy's name
 */
export function changeSettings(
  path: string,
  name: string,
  change: (text: string) => string,
  { dry_run }: { dry_run: boolean },
): SettingsChange {
  const file = existsSync(path) ? realpathSync(path) : path;
  const exists = existsSync(file);
  const before = exists ? readFileSync(file, 'utf8') : '';
  const after = changed(path, before, change);
  if (after === before || dry_run) return { file, isChanged: after !== before, backup: null };
  makeFolder(dirname(file));
  const mode = exists ? statSync(file).mode & 0o777 : 0o600;
  const backup = exists ? `${file}.before-${name}` : null;
  if (backup !== null) replaceFile(backup, before);
  replaceFile(file, after);
  chmodSync(file, mode);
  return { file, isChanged: true, backup };
}

function changed(path: string, before: string, change: (text: string) => string): string {
  try {
    return change(before);
  } catch (error) {
    if (!(error instanceof BrokenSettings)) throw error;
    throw new Failure('unsafe_file', `${path} was left alone: ${error.message}.`, [
      'Mend the file, or move it away, and run this again.',
    ]);
  }
}
