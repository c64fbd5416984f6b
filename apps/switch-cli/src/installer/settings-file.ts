import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { replaceFile, sweepLeftBehind } from '../files/credentials-file';
import { changeForeignFile, plannedForeign, realFile } from './foreign-file';
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
  changeText: (text: string) => string,
  { dry_run }: { dry_run: boolean },
): Promise<SettingsChange> {
  const copy = `${realFile(path)}.before-${name}`;
  if (!dry_run) sweepLeftBehind(dirname(copy), basename(copy));
  const was = existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  const change = (text: string | null) => {
    const after = verified(path, text ?? '', changeText(text ?? ''));
    if (text === null) return after === '' ? null : after;
    // One of which there is no copy was made for what is taken out of it.
    const isMade = was === null && after !== text && after.trim() === '{}';
    return isMade ? null : after;
  };
  const { file, before, after } = plannedForeign({ path, change });
  if (after === before || dry_run) return { file, isChanged: after !== before, backup: null };
  const isAsBefore = after === null || after === was;
  const backup = before === null || isAsBefore ? null : copy;
  // Its owner may write meanwhile, and then it is written twice: the copy is of the text before the first.
  let isCopied = false;
  await changeForeignFile({
    path,
    change,
    onWrite: (_, present) => {
      if (backup !== null && present !== null && !isCopied) replaceFile(backup, present);
      isCopied = true;
    },
  });
  if (isAsBefore) rmSync(copy, { force: true });
  return { file, isChanged: true, backup };
}
