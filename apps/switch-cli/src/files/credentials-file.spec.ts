import { spawnSync } from 'node:child_process';
import {
  chmodSync,
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
import { readCredentials, replaceFile, sweepLeftBehind, sweepTemporaryFiles } from './credentials-file';

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

  it('is never read or written through a link', () => {
    const victim = join(folder, 'victim');
    const link = join(folder, 'link');
    writeFileSync(victim, 'untouched');
    for (const leadsTo of [victim, join(folder, 'nowhere')]) {
      symlinkSync(leadsTo, link);
      expect(() => readCredentials(link)).toThrow('symbolic link');
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
