import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PanelAccount } from '../panel/panel-account';
import { paintFor } from '../program/paint';
import type { Run } from '../program/run';
import { accountOfFolder, chooseAccount } from './choose-account';

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
