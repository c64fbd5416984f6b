import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backup-error';

/** The names of scheduled backups, which sort by time. Other files in the folder are ignored. */
const NAME = /^groupless-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Behind the name of one that is being written. */
export const PART = '.part';

export function backupName(at: Date): string {
  return `groupless-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** The name of the newest backup; null if there is none. */
export function newestBackup(folder: string): string | null {
  return backupsIn(folder).at(-1) ?? null;
}

/** When a backup was started. */
export function timeOf(name: string): Date {
  const [, hour, minute, second] = NAME.exec(name) ?? [];
  return new Date(`${hour}:${minute}:${second}Z`);
}

/** Disk space that a backup leaves free, because a database on the same disk stops when it is full. */
const RESERVE_BYTES = 256 * 1_048_576;

/**
 * Demands room for 1.5 times the newest backup. Old backups are removed only after a success.
 * @throws BackupError if there is not enough, before anything is written
 */
export function demandFreeSpace(folder: string): void {
  const newest = backupsIn(folder).at(-1);
  const needed = newest === undefined ? 0 : statSync(join(folder, newest)).size * 1.5;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize - needed >= RESERVE_BYTES) return;
  const mib = (bytes: number) => `${Math.ceil(bytes / 1_048_576)} MiB`;
  throw new BackupError(
    `${folder} has ${mib(bavail * bsize)} free; a backup takes about ${mib(needed)}, and ${mib(RESERVE_BYTES)} stay free.`,
  );
}

/** Removes all but the newest `keep` backups. */
export function removeOldBackups(folder: string, keep: number): void {
  for (const name of backupsIn(folder).slice(0, -keep)) rmSync(join(folder, name), { force: true });
}

/** Removes what scheduled backups have left that were stopped or killed: one is made at a time. */
export function removeLeftParts(folder: string): void {
  const isPart = (name: string) => name.endsWith(PART) && NAME.test(name.slice(0, -PART.length));
  for (const name of readdirSync(folder).filter(isPart)) rmSync(join(folder, name), { force: true });
}

/** The oldest first. */
function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
