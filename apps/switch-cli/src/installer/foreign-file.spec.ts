import { spawn } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeForeignFile, type ForeignChange } from './foreign-file';
import { BrokenSettings } from './json-edits';

const ROUNDS = 200;

/** Writes as Claude Code does: under its lock it reads, changes and renames. */
const LOCKING_WRITER = `
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { lock } = require(process.argv[1]);
const file = process.argv[2];
(async () => {
  for (let count = 1; count <= ${ROUNDS}; count++) {
    const retries = { retries: 1000, minTimeout: 2, maxTimeout: 5 };
    const release = await lock(file, { lockfilePath: file + '.lock', realpath: false, stale: 10000, retries });
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    settings['theirs-' + count] = count;
    writeFileSync(file + '.tmp', JSON.stringify(settings));
    renameSync(file + '.tmp', file);
    await release();
  }
})();
`;

describe('a file of another program', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foreign café '));
    file = join(folder, '.claude.json');
    writeFileSync(file, '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const present = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const withName = (name: string) => (text: string | null) => {
    try {
      const settings = JSON.parse(text ?? '{}') as Record<string, unknown>;
      return name in settings ? text : JSON.stringify({ ...settings, [name]: true });
    } catch {
      throw new BrokenSettings('it is not a whole JSON object');
    }
  };
  const add = (name: string, own: Partial<ForeignChange> = {}) =>
    changeForeignFile({ path: file, change: withName(name), ...own });

  it(`loses nothing on either side in ${ROUNDS} writes beside an owner that locks`, async () => {
    const library = require.resolve('proper-lockfile');
    const writer = spawn(process.execPath, ['-e', LOCKING_WRITER, library, file], { stdio: 'inherit' });
    const ended = new Promise((resolve) => writer.on('close', resolve));
    for (let count = 1; count <= ROUNDS; count++) await add(`ours-${count}`, { lock: `${file}.lock` });
    expect(await ended).toBe(0);
    expect(Object.keys(present())).toHaveLength(2 * ROUNDS);
  });

  /** What an owner without a lock does at the worst moment: it gets the present text, and writes its own. */
  const WRITERS: Record<string, (text: string) => void> = {
    'renames right before our write': (text) => replaceByRename(text),
    'writes in place right before our write': (text) => writeFileSync(file, text),
    'has read before our write and renames after it': (text) =>
      void setTimeout(() => replaceByRename(text), 1),
    'has opened the file before our write and writes after it': (text) => {
      const descriptor = openSync(file, 'r+');
      setTimeout(() => {
        ftruncateSync(descriptor);
        writeSync(descriptor, text, 0);
        closeSync(descriptor);
      }, 1);
    },
    'has emptied the file and fills it later': (text) => {
      const descriptor = openSync(file, 'w');
      setTimeout(() => {
        writeSync(descriptor, text, 0);
        closeSync(descriptor);
      }, 1);
    },
  };

  function replaceByRename(text: string): void {
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  }

  it.each(Object.entries(WRITERS))(`loses nothing on either side where the owner %s`, async (_, write) => {
    for (let count = 1; count <= ROUNDS / 5; count++) {
      let isFirst = true;
      await add(`ours-${count}`, {
        settled_ms: 15,
        onWrite: () => {
          if (isFirst) write(JSON.stringify({ ...present(), [`theirs-${count}`]: true }));
          isFirst = false;
        },
      });
      expect(present()).toMatchObject({ [`ours-${count}`]: true, [`theirs-${count}`]: true });
    }
    expect(Object.keys(present())).toHaveLength((2 * ROUNDS) / 5);
  });

  it('is waited for while its owner holds the lock', async () => {
    mkdirSync(`${file}.lock`);
    let isDone = false;
    const adding = add('ours', { lock: `${file}.lock` }).then(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect([isDone, present()]).toEqual([false, {}]);
    rmSync(`${file}.lock`, { recursive: true });
    await adding;
    expect(present()).toEqual({ ours: true });
  });

  it('is left alone where it stays half', async () => {
    writeFileSync(file, '{"half": ');
    await expect(add('ours', { settled_ms: 5 })).rejects.toMatchObject({ code: 'unsafe_file' });
    expect(readFileSync(file, 'utf8')).toBe('{"half": ');
  });
});
