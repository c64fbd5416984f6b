import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Backups that a server made by itself, by names that sort by time. Others in the folder are left alone. */
const NAME = /^groupless-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;

export function backupName(at: Date): string {
  return `groupless-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** When the newest one was begun; null where there is none, or no folder. */
export function newestBackup(folder: string): Date | null {
  const [, hour = '', minute, second] = NAME.exec(backupsIn(folder).at(-1) ?? '') ?? [];
  return hour === '' ? null : new Date(`${hour}:${minute}:${second}Z`);
}

/** Removes all but the newest ones. */
export function removeOldBackups(folder: string, keep: number): void {
  for (const name of backupsIn(folder).slice(0, -keep)) rmSync(join(folder, name), { force: true });
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
