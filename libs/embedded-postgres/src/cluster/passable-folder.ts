import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder that every user can enter but only its owner can list. */
export function makePassableFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}
