import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSealed } from './sealed-file';

describe('a file that is no backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-'));
  const path = join(folder, 'other.backup');
  afterAll(() => rmSync(folder, { recursive: true }));

  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path;
      } catch {
        return false;
      }
    });

  it('is closed after it was refused', async () => {
    writeFileSync(path, 'no backup'.repeat(100));
    await expect(openSealed(path, 'key')).rejects.toThrow('no backup');
    await sleep(100);
    expect(isOpen()).toBe(false);
  });
});
