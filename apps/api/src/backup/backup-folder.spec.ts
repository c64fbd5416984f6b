import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupName, demandFreeSpace, newestBackup, removeOldBackups, timeOf } from './backup-folder';

describe('the folder of the backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'groupless-backups-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps the newest, and whatever else lies there', () => {
    expect(newestBackup(join(folder, 'none'))).toBeNull();
    expect(newestBackup(folder)).toBeNull();
    const days = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 10, day, 3, 4, 5)));
    for (const name of [...days.map(backupName), 'mine.backup', 'groupless-x.backup'])
      writeFileSync(join(folder, name), '');
    expect(timeOf(newestBackup(folder)!)).toEqual(days[3]);
    removeOldBackups(folder, 2);
    expect(readdirSync(folder).sort()).toEqual([
      'groupless-2026-11-03T03-04-05Z.backup',
      'groupless-2026-11-04T03-04-05Z.backup',
      'groupless-x.backup',
      'mine.backup',
    ]);
  });

  it('has to have room for one more like the newest, half as much again, and some to spare', () => {
    const place = mkdtempSync(join(folder, 'room-'));
    expect(() => demandFreeSpace(place)).not.toThrow();
    const newest = join(place, backupName(new Date(Date.UTC(2026, 10, 5))));
    writeFileSync(newest, 'a small one');
    expect(() => demandFreeSpace(place)).not.toThrow();
    // It takes no room itself: the file has a length, and nothing in it.
    truncateSync(newest, 2 ** 42);
    expect(() => demandFreeSpace(place)).toThrow(/MiB free; a backup takes about 6291456 MiB/);
  });
});
