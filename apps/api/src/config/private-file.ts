import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, whole or not at all, even if the process dies halfway. */
export function replacePrivateFile(path: string, content: string): void {
  withDraft(path, content, (draft) => renameSync(draft, path));
}

/**
 * The same for a file that must not exist yet: of several processes that make it at once, one wins.
 * @returns whether this call made it
 */
export function createPrivateFile(path: string, content: string): boolean {
  try {
    withDraft(path, content, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function withDraft(path: string, content: string, publish: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
    publish(draft);
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}
