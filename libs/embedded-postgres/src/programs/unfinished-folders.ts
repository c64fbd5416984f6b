import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../server/running-processes';

/** A name beside a folder, for what is renamed to it once it is whole. It holds the process id of its maker. */
export function unfinishedFolder(folder: string): string {
  return `${folder}.new-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Removes the folders whose makers were killed. To be called before one is made. */
export function removeUnfinishedFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const maker = Number(/\.new-(\d+)-[0-9a-f]{12}$/.exec(name)?.[1]);
    // In a container the next process often has the id of the killed one.
    if (Number.isNaN(maker) || (maker !== process.pid && isRunning(maker))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // A program that the killed one had started may still write there: the next one removes it.
    }
  }
}
