import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder in which a server works: what it takes away meanwhile is left out. */
export function filesBelow(folder: string, isLeftOut: (path: string) => boolean = () => false): string[] {
  const entries = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isLeftOut(path)) return [];
    if (entry.isDirectory()) return filesBelow(path, isLeftOut);
    return entry.isFile() ? [path] : [];
  });
}

/** What a file holds; nothing if it is gone. */
export function bytesOf(file: string): Buffer {
  return unlessGone(() => readFileSync(file)) ?? Buffer.alloc(0);
}

function unlessGone<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
