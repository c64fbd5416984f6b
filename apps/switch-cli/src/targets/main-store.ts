import { statSync } from 'node:fs';
import { readCredentials, removeFile, replaceFile } from '../files/credentials-file';
import type { FileCopy } from './session-format';

/** Where the credentials of a target are kept: a file, or the keychain of macOS. */
export interface MainStore {
  read(): FileCopy | null;
  /** Null removes it. */
  write(content: string | Buffer | null): void;
  /** When it was changed last, if that can be told: milliseconds since 1970. */
  changedMs(): number | null;
}

export function fileStore(path: string): MainStore {
  return {
    read: () => readCredentials(path),
    write: (content) => (content === null ? removeFile(path) : replaceFile(path, content)),
    changedMs: () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null,
  };
}
