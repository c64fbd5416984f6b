import { realpathSync } from 'node:fs';

/** A path with its links followed; where it is not there, as it is given. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
