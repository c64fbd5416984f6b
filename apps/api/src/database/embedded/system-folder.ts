import { chmodSync, mkdirSync } from 'node:fs';

/** Where root keeps what the server's user cannot reach elsewhere. */
export const systemFolder = '/var/lib/groupless';

/** Makes the folder for everybody to pass through, but for nobody to look around in. */
export function makePassableFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}
