import { readFileSync } from 'node:fs';

/** What a file says; nothing if it cannot be read. */
export function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
