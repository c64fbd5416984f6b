import { readFileSync } from 'node:fs';
import { replaceFile } from '../../files/credentials-file';

/** What a file of ours holds; `otherwise` if it is missing or broken: it can be made anew. */
export function readJson<T>(path: string, otherwise: T): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return otherwise;
  }
}

/** Whole or not at all, and readable for the user alone. What a power failure takes away is made anew. */
export function writeJson(path: string, value: unknown, { isDurable = false } = {}): void {
  replaceFile(path, `${JSON.stringify(value)}\n`, { isDurable });
}

/** The same of what is only good to have: where it cannot be written, it is found anew. */
export function writeJsonIfPossible(path: string, value: unknown): void {
  try {
    writeJson(path, value);
  } catch {
    // Nothing depends on it.
  }
}
