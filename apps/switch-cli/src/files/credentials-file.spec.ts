import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  readCredentials,
  refuseUnwritable,
  removeFile,
  replaceFile,
  sweepLeftBehind,
  sweepTemporaryFiles,
  temporaryName,
} from './credentials-file';

describe('a file with credentials', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'switch-file-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const mode = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

  it('is readable by its owner alone, whatever the umask and the old file say', () => {
    const file = join(folder, 'a/b/c.json');
    for (const umask of [0o000, 0o077, 0o777]) {
      const before = process.umask(umask);
      try {
        if (umask === 0o777) chmodSync(file, 0o666);
        replaceFile(file, 'x');
      } finally {
        process.umask(before);
      }
      expect(mode(file)).toBe('600');
    }
    expect([mode(join(folder, 'a')), mode(join(folder, 'a/b'))]).toEqual(['700', '700']);
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.json']);
  });

  it.each([
    ['EINVAL', 'whole'],
    ['EOPNOTSUPP', 'whole'],
    ['EIO', 'refused'],
  ])('is written where the drive answers %s to the sync of a folder: %s', (code, expected) => {
    const file = join(folder, 'file');
    const original = fs.fsyncSync;
    const sync = jest.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      if (fs.fstatSync(descriptor).isDirectory()) throw Object.assign(new Error(code), { code });
      original(descriptor);
    });
    try {
      const write = () => replaceFile(file, 'new');
      if (expected === 'whole') write();
      else expect(write).toThrow(`(${code})`);
      expect(readFileSync(file, 'utf8')).toBe('new');
      expect(sync).toHaveBeenCalledTimes(2);
    } finally {
      sync.mockRestore();
    }
  });

  it('stays its owner’s when root replaces it, and so does what is made beside it', () => {
    const own = process.getuid?.() ?? 0;
    const owner = own === 0 ? 12_345 : own;
    const file = join(folder, 'file');
    writeFileSync(file, 'old');
    chownSync(file, owner, process.getgid?.() ?? 0);
    chownSync(folder, owner, process.getgid?.() ?? 0);
    replaceFile(file, 'new');
    replaceFile(join(folder, 'made/on the way/file'), 'new');
    for (const path of ['file', 'made', 'made/on the way', 'made/on the way/file']) {
      expect([path, lstatSync(join(folder, path)).uid]).toEqual([path, owner]);
    }
  });

  it('is left alone where it is read-only, before anything is changed', () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'old', { mode: 0o400 });
    expect(() => refuseUnwritable(file)).toThrow('is read-only');
    chmodSync(file, 0o600);
    expect(() => refuseUnwritable(file)).not.toThrow();
  });

  it('is never read or written through a link', () => {
    const victim = join(folder, 'victim');
    const link = join(folder, 'link');
    writeFileSync(victim, 'untouched');
    const ways = {
      [victim]: `cp ${link} ${link}.copy && mv -f ${link}.copy ${link}`,
      [join(folder, 'nowhere')]: `rm ${link}`,
    };
    for (const [leadsTo, way] of Object.entries(ways)) {
      symlinkSync(leadsTo, link);
      expect(() => readCredentials(link)).toThrow(
        expect.objectContaining({
          code: 'unsafe_file',
          message: expect.stringContaining('symbolic link'),
          next: [expect.stringContaining(way)],
        }),
      );
      expect(() => replaceFile(link, 'x')).toThrow('symbolic link');
      rmSync(link);
    }
    expect([readFileSync(victim, 'utf8'), readdirSync(folder)]).toEqual(['untouched', ['victim']]);
  });

  it('may lie in a folder that is a link', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    replaceFile(join(folder, 'link/a'), 'x');
    expect(readFileSync(join(folder, 'real/a'), 'utf8')).toBe('x');
  });

  it('is not put where anybody could replace it, nor in the place of a folder', () => {
    chmodSync(folder, 0o777);
    expect(() => replaceFile(join(folder, 'a'), 'x')).toThrow('Anybody');
    chmodSync(folder, 0o1777);
    replaceFile(join(folder, 'a'), 'x');
    mkdirSync(join(folder, 'b'));
    expect(() => replaceFile(join(folder, 'b'), 'x')).toThrow('not a file');
    expect(() => readCredentials(join(folder, 'b'))).toThrow('not a file');
  });

  it('has no text if its bytes are no UTF-8, and is null if it is missing', () => {
    writeFileSync(join(folder, 'a'), Buffer.from([0xff, 0xfe]));
    expect(readCredentials(join(folder, 'a'))).toEqual({ bytes: Buffer.from([0xff, 0xfe]), text: null });
    expect(readCredentials(join(folder, 'b'))).toBeNull();
  });

  it('is read without waiting where it is a pipe', () => {
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expect(() => readCredentials(pipe)).toThrow('not a file');
    expect(() => replaceFile(pipe, 'x')).toThrow('not a file');
  });

  it('says why it cannot be read or written', () => {
    writeFileSync(join(folder, 'a'), 'x');
    expect(() => readCredentials(join(folder, 'a/b'))).toThrow('cannot be read (ENOTDIR)');
    expect(() => replaceFile(join(folder, 'a/b'), 'x')).toThrow(/a cannot be made \((ENOTDIR|EEXIST)\)/);
    expect(() => replaceFile(join(folder, 'n'.repeat(240)), 'x')).toThrow('cannot be written (ENAMETOOLONG)');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves nothing beside it where it cannot be written', () => {
    const noContent = null as unknown as string;
    expect(() => replaceFile(join(folder, 'a'), noContent)).toThrow('cannot be written');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is removed if it is one, and not through a link', () => {
    const file = join(folder, 'a');
    writeFileSync(file, 'x');
    symlinkSync(file, join(folder, 'link'));
    mkdirSync(join(folder, 'b'));
    expect(() => removeFile(join(folder, 'link'))).toThrow('symbolic link');
    expect(() => removeFile(join(folder, 'b'))).toThrow('not a file');
    removeFile(file);
    removeFile(file);
    expect(readdirSync(folder)).toEqual(['b', 'link']);
  });

  it('is refused beforehand where it could not be written', () => {
    refuseUnwritable(join(folder, 'a/b/c'));
    expect(readdirSync(folder)).toEqual([]);
    symlinkSync('nowhere', join(folder, 'link'));
    expect(() => refuseUnwritable(join(folder, 'link'))).toThrow('symbolic link');
    expect(() => refuseUnwritable(folder)).toThrow('not a file');
    chmodSync(folder, 0o777);
    expect(() => refuseUnwritable(join(folder, 'a'))).toThrow('Anybody');
    // A folder that is yet to be made belongs to its maker alone.
    refuseUnwritable(join(folder, 'a/b'));
  });

  it('has temporary names that cannot be guessed and say whose they are', () => {
    const names = [temporaryName('a'), temporaryName('a')];
    expect(new Set(names).size).toBe(2);
    for (const name of names)
      expect(name).toMatch(new RegExp(`^\\.a\\.assistant-switch-${process.pid}-[0-9a-f]{12}-[0-9a-f]{16}$`));
  });

  it('leaves a folder alone that is missing, and files that only look alike', () => {
    sweepTemporaryFiles(join(folder, 'missing'));
    for (const name of ['a.assistant-switch-0123', '.assistant-switch-0123', '.a.assistant-0123'])
      writeFileSync(join(folder, name), '');
    sweepTemporaryFiles(folder);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('loses what killed runs left beside it, and nothing else', () => {
    for (const name of ['.a.assistant-switch-0123', '.b.assistant-switch-0123', 'a'])
      writeFileSync(join(folder, name), '');
    sweepTemporaryFiles(folder, 'a');
    expect(readdirSync(folder)).toEqual(['.b.assistant-switch-0123', 'a']);
    sweepTemporaryFiles(folder);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps what a living run writes of a file that is shared', () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const ours = `.a.assistant-switch-${process.pid}-0123`;
    for (const name of [`.a.assistant-switch-${ended}-0123`, ours]) writeFileSync(join(folder, name), '');
    sweepLeftBehind(folder, 'a');
    expect(readdirSync(folder)).toEqual([ours]);
  });
});
