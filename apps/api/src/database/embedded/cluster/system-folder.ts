import { chmodSync, mkdirSync } from 'node:fs';

/** Where root keeps what the server's user cannot reach elsewhere. */
export const systemFolder = '/var/lib/groupless';

/** Makes a folder that every user can pass through, and only its owner can list. */
export function makePassableFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}
