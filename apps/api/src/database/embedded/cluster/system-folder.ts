import { chmodSync, mkdirSync } from 'node:fs';

/** Where root stores what the server's user could not reach elsewhere. */
export const systemFolder = '/var/lib/groupless';

/** Makes a folder that every user can enter but only its owner can list. */
export function makePassableFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}
