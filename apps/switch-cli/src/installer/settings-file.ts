import { existsSync, realpathSync } from 'node:fs';
import { replaceFile } from '../files/credentials-file';
import { brokenFile, changeForeignFile, readForeign } from './foreign-file';
import { BrokenSettings } from './json-edits';
import { verified } from './verified';

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
export async function changeSettings(
  path: string,
  name: string,
  change: (text: string) => string,
  { dry_run }: { dry_run: boolean },
): Promise<SettingsChange> {
  const file = existsSync(path) ? realpathSync(path) : path;
  const before = readForeign(file);
  const after = checked(path, () => verified(path, before ?? '', change(before ?? '')));
  if (after === (before ?? '') || dry_run) return { file, isChanged: after !== (before ?? ''), backup: null };
  const backup = before === null ? null : `${file}.before-${name}`;
  // Its owner may write meanwhile, and then it is written twice: the copy is of the text before the first.
  let isCopied = false;
  await changeForeignFile({
    path,
    change: (text) => verified(path, text ?? '', change(text ?? '')),
    onWrite: (_, present) => {
      if (backup !== null && present !== null && !isCopied) replaceFile(backup, present);
      isCopied = true;
    },
  });
  return { file, isChanged: true, backup };
}

function checked(path: string, work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof BrokenSettings) throw brokenFile(path, error);
    throw error;
  }
}
