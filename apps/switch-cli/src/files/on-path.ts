import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The folders of a PATH but those that depend on the folder one is in, where a program is whoever's wrote that folder. */
export function pathFolders(path = ''): string[] {
  return path.split(delimiter).filter(isAbsolute);
}

/** Where a program is that is started by its name; null: nowhere. */
export function onPath(folders: readonly string[], name: string): string | null {
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
