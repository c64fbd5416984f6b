import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokenSettings } from './json-edits';
import { changeSettings } from './settings-file';

describe('a settings file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switch-settings-'));
    file = join(folder, 'settings.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const change = (text: string, dry_run = false) =>
    changeSettings(file, 'tool', (before) => before + text, { dry_run });

  it('is changed with a copy of what it was, and keeps its rights', () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o644);
    expect(change(' new')).toEqual({ file, isChanged: true, backup: `${file}.before-tool` });
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.before-tool`, 'utf8')]).toEqual([
      'old new',
      'old',
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('is made where there is none, and left alone where nothing changes', () => {
    expect(change('new')).toMatchObject({ isChanged: true, backup: null });
    expect(change('')).toMatchObject({ isChanged: false });
    expect(change('more', true)).toMatchObject({ isChanged: true, backup: null });
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['settings.json']]);
  });

  it('is changed where a link leads, and the link stays', () => {
    writeFileSync(join(folder, 'real'), 'old');
    symlinkSync(join(folder, 'real'), file);
    change(' new');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('old new');
  });

  it('is left alone when it is broken', () => {
    writeFileSync(file, 'broken');
    const breaks = () => {
      throw new BrokenSettings('it is not a whole JSON object');
    };
    expect(() => changeSettings(file, 'tool', breaks, { dry_run: false })).toThrow('left alone');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['broken', ['settings.json']]);
  });
});
