import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdOwnLock } from './own-lock';
import { ToolLocks } from './tool-locks';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'switch-locks-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock between runs', () => {
  it('lets in one at a time', async () => {
    const file = join(folder, 'lock');
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const release = await holdOwnLock(file);
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 3));
        inside--;
        release();
      }),
    );
    expect([most, readdirSync(folder)]).toEqual([1, []]);
  });

  it('is taken over from a process that is gone, and waited for in vain from one that lives', async () => {
    const file = join(folder, 'lock');
    writeFileSync(file, '4194305 gone\n');
    (await holdOwnLock(file, 0))();
    writeFileSync(file, `${process.ppid} alive\n`);
    await expect(holdOwnLock(file, 30)).rejects.toMatchObject({ code: 'locked' });
  });

  it('of another machine or container lives as long as it is touched, whatever its process number', async () => {
    const file = join(folder, 'lock');
    writeFileSync(file, '4194305 0123 another-place\n');
    await expect(holdOwnLock(file, 30)).rejects.toMatchObject({ code: 'locked' });
    const minutesAgo = new Date(Date.now() - 120_000);
    utimesSync(file, minutesAgo, minutesAgo);
    (await holdOwnLock(file, 30))();
    // A living number there says nothing either.
    writeFileSync(file, `${process.ppid} 0123 another-place\n`);
    utimesSync(file, minutesAgo, minutesAgo);
    (await holdOwnLock(file, 30))();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the lock of another user of the same folder', () => {
  const isRoot = process.getuid?.() === 0;
  console.warn(
    `SKIPPED: a lock that ${isRoot ? 'may not be read (root reads all)' : 'root leaves (as root)'}.`,
  );

  (isRoot ? it : it.skip)("of root is the folder's owner's", async () => {
    chownSync(folder, 65_534, 65_534);
    const release = await holdOwnLock(join(folder, 'lock'));
    expect(statSync(join(folder, 'lock')).uid).toBe(65_534);
    release();
  });

  (isRoot ? it.skip : it)('that may not be read counts until it is old', async () => {
    const file = join(folder, 'lock');
    writeFileSync(file, '4194305 of-root\n', { mode: 0o000 });
    await expect(holdOwnLock(file, 30)).rejects.toMatchObject({ code: 'locked' });
    const minutesAgo = new Date(Date.now() - 120_000);
    utimesSync(file, minutesAgo, minutesAgo);
    (await holdOwnLock(file, 30))();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the assistant's own locks", () => {
  const locksOf = () => new ToolLocks(join(folder, 'note'), () => undefined);
  const lock = () => ({ path: join(folder, 'refresh.lock'), stale_ms: 60_000 });

  it('are folders while they are held, and gone afterwards', async () => {
    const locks = locksOf();
    await locks.hold([lock()]);
    expect(existsSync(lock().path)).toBe(true);
    await locks.releaseAll();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are waited for', async () => {
    mkdirSync(lock().path);
    const locks = locksOf();
    let isHeld = false;
    const holding = locks.hold([lock()]).then(() => (isHeld = true));
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(isHeld).toBe(false);
    rmSync(lock().path, { recursive: true });
    await holding;
    await locks.releaseAll();
  });

  it('are taken over when nobody has touched them for their time', async () => {
    mkdirSync(lock().path);
    const longAgo = new Date(Date.now() - 61_000);
    utimesSync(lock().path, longAgo, longAgo);
    const locks = locksOf();
    await locks.hold([lock()]);
    await locks.releaseAll();
    expect(existsSync(lock().path)).toBe(false);
  });

  it('are cleared away after a killed run, unless the assistant has made them', async () => {
    await locksOf().hold([lock()]);
    locksOf().clearLeftovers();
    expect(readdirSync(folder)).toEqual([]);

    writeFileSync(
      join(folder, 'note'),
      JSON.stringify([{ path: lock().path, since_ms: Date.now() - 5_000 }]),
    );
    mkdirSync(lock().path);
    locksOf().clearLeftovers();
    expect(readdirSync(folder)).toEqual(['refresh.lock']);
  });

  it('are told by their time of birth from those that got their inode, where a note has it', async () => {
    // The folder's last change must not seem to be its birth.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await locksOf().hold([lock()]);
    const [noted] = JSON.parse(readFileSync(join(folder, 'note'), 'utf8')) as [Record<string, unknown>];
    const { ino: inode, birthtimeMs: birth_ms } = statSync(lock().path);
    expect(noted).toMatchObject({ inode, birth_ms });

    const clear = (note: object) => {
      writeFileSync(join(folder, 'note'), JSON.stringify([note]));
      locksOf().clearLeftovers();
      return existsSync(lock().path) ? 'kept' : 'removed';
    };
    expect(clear({ ...noted, birth_ms: birth_ms - 70_000 })).toBe('kept');
    expect(clear({ ...noted, birth_ms: undefined })).toBe('removed');
  });
});
