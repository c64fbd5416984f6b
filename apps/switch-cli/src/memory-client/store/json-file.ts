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
