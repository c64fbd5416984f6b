import {
  chmodSync,
  lchownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignFileChecks } from '../checks/file-checks';
import { filesAbove } from '../files/files-above';
import type { PanelAccount } from '../panel/panel-account';
import { paintFor } from '../program/paint';
import type { Run } from '../program/run';
import { changeMachineState } from '../state/machine-state';
import { accountOfFolder, chooseAccount, FOLDER_FILE } from './choose-account';

const accounts = ['Team 1', 'Team 2'].map(
  (name, index) =>
    ({ id: `id-${index + 1}`, name, is_active: index === 0, has_session: index === 0 }) as PanelAccount,
);

describe('the account that is meant', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'switch-choose-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function runThat(answers: string, said: string[] = []): Run {
    return {
      options: {
        target: null,
        json: false,
        dry_run: false,
        force: false,
        insecure: false,
        timeout_ms: 1_000,
      },
      environment: {
        variables: { ASSISTANT_SWITCH_HOME: folder },
        home: folder,
        cwd: folder,
        platform: 'linux',
      },
      paint: paintFor(false),
      now: () => new Date(),
      note: (text) => said.push(text),
      ask: {
        is_terminal: true,
        line: () => Promise.resolve(answers),
        piped: () => Promise.reject(new Error('Nothing is piped in.')),
      },
    };
  }

  it('is picked from a list on a terminal, by its number or its name', async () => {
    const said: string[] = [];
    const picked = await chooseAccount(runThat('2', said), accounts, undefined);
    expect(picked).toEqual({ account: accounts[1], isOfFolder: false });
    expect(said.join()).toContain('1  Team 1  (active)');
    expect(said.join()).toContain('2  Team 2  (no session)');
    expect((await chooseAccount(runThat('Team 1'), accounts, undefined)).account).toBe(accounts[0]);
    await expect(chooseAccount(runThat('3'), accounts, undefined)).rejects.toThrow('no account "3"');
  });

  it('is asked for only where someone can answer', async () => {
    const run = runThat('1');
    const piped: Run = { ...run, ask: { ...run.ask, is_terminal: false } };
    const json: Run = { ...run, options: { ...run.options, json: true } };
    for (const one of [piped, json])
      await expect(chooseAccount(one, accounts, undefined)).rejects.toMatchObject({
        message: 'Which account?',
        next: [expect.stringContaining('.assistant-account')],
      });
    expect((await chooseAccount(piped, accounts, 'Team 2')).account).toBe(accounts[1]);
  });

  it('is the one before with a dash, if there was one', async () => {
    const run = runThat('');
    await expect(chooseAccount(run, accounts, '-')).rejects.toThrow(
      'no other account on this machine before',
    );
    await changeMachineState(run.environment, () => ({ current: 'id-1', previous: 'id-2' }));
    expect(await chooseAccount(run, accounts, '-')).toEqual({ account: accounts[1], isOfFolder: false });
  });

  it('is that of the first folder whose file has a name in its first line', () => {
    mkdirSync(join(folder, 'a/b/.assistant-account'), { recursive: true });
    writeFileSync(join(folder, 'a/.assistant-account'), '\nTeam 2');
    writeFileSync(join(folder, '.assistant-account'), 'Team 1\r\nTeam 2');
    expect(accountOfFolder(join(folder, 'a/b'))).toBe('Team 1');
    writeFileSync(join(folder, '.assistant-account'), 'x'.repeat(2_000));
    expect(accountOfFolder(folder)).toHaveLength(1_000);
  });

  it('is what the file says that was looked at, whatever has its name since', () => {
    const file = join(folder, FOLDER_FILE);
    writeFileSync(file, 'Team 1');
    const [found] = filesAbove(folder, FOLDER_FILE);
    rmSync(file);
    writeFileSync(join(folder, 'elsewhere'), 'Team 2');
    symlinkSync(join(folder, 'elsewhere'), file);
    expect(found).toEqual({ path: file, isOwn: true, text: 'Team 1' });
    expect(accountOfFolder(folder)).toBe('Team 2');
  });

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('SKIPPED: files of another user (only root can give a file away).');
  (isRoot ? it : it.skip)('is never what a file of another user says, or a link of one', async () => {
    mkdirSync(join(folder, 'a/b/c'), { recursive: true });
    writeFileSync(join(folder, FOLDER_FILE), 'Team 1');
    for (const [place, target] of [
      ['a', null],
      ['a/b', join(folder, FOLDER_FILE)],
    ] as const) {
      const file = join(folder, place, FOLDER_FILE);
      if (target === null) writeFileSync(file, 'Team 2');
      else symlinkSync(target, file);
      lchownSync(file, 12_345, 12_345);
    }
    expect(accountOfFolder(join(folder, 'a/b/c'))).toBe('Team 1');
    expect(foreignFileChecks({ cwd: join(folder, 'a/b/c') }, FOLDER_FILE)).toHaveLength(2);
    const said: string[] = [];
    const run = runThat('', said);
    const there = { ...run, environment: { ...run.environment, cwd: join(folder, 'a/b/c') } };
    expect((await chooseAccount(there, accounts, undefined)).account).toBe(accounts[0]);
    expect((await chooseAccount(there, accounts, 'Team 2')).account).toBe(accounts[1]);
    expect(said).toEqual([`! ${join(folder, 'a/b', FOLDER_FILE)} is another user’s, so it does not count.`]);
    // A second name of an own file, where others can write: they may have given it that name.
    const shared = join(folder, 'a/b/c');
    linkSync(join(folder, FOLDER_FILE), join(shared, FOLDER_FILE));
    expect(accountOfFolder(shared)).toBe('Team 1');
    expect(filesAbove(shared, FOLDER_FILE)[0]).toMatchObject({ isOwn: true });
    for (const open of [() => chmodSync(shared, 0o777), () => lchownSync(shared, 12_345, 12_345)]) {
      chmodSync(shared, 0o755);
      open();
      expect(filesAbove(shared, FOLDER_FILE)[0]).toMatchObject({ isOwn: false });
    }
    // Whoever became root by sudo.
    process.env['SUDO_UID'] = '12345';
    expect(accountOfFolder(join(folder, 'a'))).toBe('Team 2');
  });

  it('is that of the folder, or of the nearest folder above it', async () => {
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    writeFileSync(join(folder, 'a/.assistant-account'), '  Team 2  \nsecond line');
    expect(accountOfFolder(join(folder, 'a/b'))).toBe('Team 2');
    expect(accountOfFolder(folder)).toBeNull();
    const run = runThat('1');
    const there = { ...run, environment: { ...run.environment, cwd: join(folder, 'a/b') } };
    expect(await chooseAccount(there, accounts, undefined)).toEqual({
      account: accounts[1],
      isOfFolder: true,
    });
    expect((await chooseAccount(there, accounts, 'Team 1')).account).toBe(accounts[0]);
  });
});
