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
import { withHooks, withoutHooks } from './hook-entries';
import { BrokenSettings } from './json-edits';
import { changeSettings } from './settings-file';

describe('a settings file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switch-settings-'));
    file = join(folder, 'settings');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const change = (text: string, dry_run = false) =>
    changeSettings(file, 'tool', (before) => (before.endsWith(text) ? before : before + text), { dry_run });

  it('is changed with a copy of what it was, and keeps its rights', async () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o644);
    expect(await change(' new')).toEqual({ file, isChanged: true, backup: `${file}.before-tool` });
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.before-tool`, 'utf8')]).toEqual([
      'old new',
      'old',
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('is made where there is none, and left alone where nothing changes', async () => {
    expect(await change('new')).toMatchObject({ isChanged: true, backup: null });
    expect(await change('')).toMatchObject({ isChanged: false });
    expect(await change('more', true)).toMatchObject({ isChanged: true, backup: null });
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['settings']]);
  });

  it.each([[null], ['{}\n'], ['{ "own": 1 }\n']])(
    'that was %j is byte for byte so again once what was put in is taken out',
    async (text) => {
      file = join(folder, 'settings.json');
      if (text !== null) writeFileSync(file, text);
      const hooks = [{ event: 'SessionEnd', command: 'ours' }];
      const isOurs = (command: string) => command === 'ours';
      const put = (before: string) => withHooks(before, hooks, isOurs);
      const take = (before: string) => withoutHooks(before, isOurs);
      for (const turn of [put, take]) await changeSettings(file, 'tool', turn, { dry_run: false });
      expect(readdirSync(folder)).toEqual(text === null ? [] : ['settings.json']);
      if (text !== null) expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('is changed where a link leads, and the link stays', async () => {
    writeFileSync(join(folder, 'real'), 'old');
    symlinkSync(join(folder, 'real'), file);
    await change(' new');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('old new');
  });

  it('is left alone when it is broken', async () => {
    writeFileSync(file, 'broken');
    const breaks = () => {
      throw new BrokenSettings('it is not a whole JSON object');
    };
    await expect(changeSettings(file, 'tool', breaks, { dry_run: false })).rejects.toThrow('left alone');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['broken', ['settings']]);
  });
});
