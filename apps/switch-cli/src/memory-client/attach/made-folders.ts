import { existsSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';

/** Remembers which folders a file needs that are not there: `attach` is about to make them. */
export function noteMissingFolders(environment: Environment, file: string): void {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  const known = madeFolders(environment);
  const added = missing.filter((folder) => !known.includes(folder));
  if (added.length > 0) writeJson(listFile(environment), [...known, ...added], { isDurable: true });
}

/** Takes away those that are empty again. An assistant would seem to be installed where its folder is. */
export function removeEmptiedFolders(environment: Environment): void {
  const known = madeFolders(environment);
  if (known.length === 0) return;
  // What is below comes first.
  const deepest = known.toSorted((one, other) => other.length - one.length);
  writeJson(
    listFile(environment),
    deepest.filter((folder) => !isGone(folder)),
    { isDurable: true },
  );
}

function isGone(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // Something is in it, or somebody has removed it.
    return !existsSync(folder);
  }
}

function madeFolders(environment: Environment): string[] {
  return readJson<string[]>(listFile(environment), []);
}

function listFile(environment: Environment): string {
  return memoryState(environment, 'made-folders.json');
}
