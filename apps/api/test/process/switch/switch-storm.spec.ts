import { readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import type { Ended, Machine } from './machine';
import { Panel, sessionOf } from './panel';
import { anyBelow, rounds } from '../../harness/data/rounds';

jest.setTimeout(3_600_000);

const PRELOAD = join(__dirname, 'failing-files.cjs');
/** Every so many file operations one is chosen, others in each run; all of them in the full tests. */
const STEP = rounds(9, 1);

/** Commands of each kind: that ask the panel, that only look, that tools start. */
const NEXT = [
  ['status'],
  ['list'],
  ['statusline'],
  ['doctor'],
  ['hook', 'session-end'],
  ['restore'],
  ['accounts'],
  ['completion', 'bash'],
  ['use', '-', '--here'],
];

describe('a switch whose file operations are killed or fail', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second] = [] as AccountDto[] as [AccountDto, AccountDto];

  beforeAll(async () => {
    panel = await Panel.start();
    [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
  });
  beforeEach(async () => {
    // No machine of another test holds them, which would be told.
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    machine = panel.machineInProcess();
    machine.write('.claude/.credentials.json', { mcpOAuth: { kept: true } });
    machine.write('.claude.json', { numStartups: 7 });
    await machine.json('use', first.name);
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const faulty = (account: AccountDto, variables: Record<string, string>): Promise<Ended> =>
    machine.run(['use', account.name], {
      as_process: true,
      variables: { NODE_OPTIONS: `--require "${PRELOAD}"`, ...variables },
    });

  /** Whose the tokens are, and whom the other file names as their owner. */
  const pair = () => {
    const tokens = JSON.parse(machine.read('.claude/.credentials.json')) as Record<string, object>;
    const owner = JSON.parse(machine.read('.claude.json')) as Record<string, object>;
    expect(tokens['mcpOAuth']).toEqual({ kept: true });
    expect(owner['numStartups']).toBe(7);
    return [tokens['claudeAiOauth'], owner['oauthAccount']];
  };
  const pairOf = (owner: string) => [sessionOf(owner).claudeAiOauth, sessionOf(owner).oauthAccount];
  const isPair = () => {
    const present = JSON.stringify(pair());
    return [pairOf('ada'), pairOf('bob')].some((whole) => JSON.stringify(whole) === present);
  };

  /** How many file operations a switch takes. */
  const countOperations = async () => {
    const file = machine.path('count');
    expect((await faulty(second, { FAIL_HOW: 'none', FAIL_COUNT: file })).code).toBe(0);
    await machine.json('use', first.name);
    return Number(readFileSync(file, 'utf8'));
  };

  const everyOperation = async (how: string, check: (ended: Ended, at: number) => Promise<void>) => {
    const count = await countOperations();
    expect(count).toBeGreaterThan(20);
    for (let at = 1 + anyBelow(STEP); at <= count; at += STEP) {
      const ended = await faulty(second, { FAIL_HOW: how, FAIL_AT: String(at) });
      await check(ended, at);
      await machine.json('use', first.name);
      expect(pair()).toEqual(pairOf('ada'));
    }
  };

  it('is finished or undone by the next command of any kind, whichever operation it was killed at', async () => {
    let mixed = 0;
    await everyOperation('SIGKILL', async (_, at) => {
      if (!isPair()) mixed++;
      const command = NEXT[at % NEXT.length]!;
      const { code, stderr } = await machine.run(command);
      // Undone, the files are not those of the account that is active by now, which `doctor` says.
      const codes = command[0] === 'doctor' ? [0, 1] : [0];
      expect([at, command, codes.includes(code ?? -1), stderr]).toEqual([at, command, true, '']);
      expect([at, command, isPair()]).toEqual([at, command, true]);
    });
    if (STEP === 1) expect(mixed).toBeGreaterThan(0);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is finished or undone when %s ends it, whichever operation it comes in',
    async (signal) => {
      await everyOperation(signal, ({ code }, at) => {
        expect([at, [0, 128 + constants.signals[signal]].includes(code ?? -1)]).toEqual([at, true]);
        expect([at, isPair()]).toEqual([at, true]);
        expect(machine.files().filter((file) => file.endsWith('journal.json'))).toEqual([]);
        return Promise.resolve();
      });
    },
  );

  it.each(['EIO', 'ENOSPC'])(
    'leaves both files of one account when an operation fails with %s',
    async (how) => {
      await everyOperation(how, async ({ stderr }, at) => {
        if (isPair()) return;
        // What could neither be finished nor undone on a full disk is said, and the next command with space finishes it.
        expect([at, stderr]).toEqual([at, expect.stringContaining('assistant-switch restore')]);
        await machine.json('status');
        expect([at, isPair()]).toEqual([at, true]);
      });
    },
  );

  it.each([
    ['SIGKILL', ['status']],
    ['SIGKILL', ['hook', 'session-start']],
    ['SIGINT', null],
    ['SIGTERM', null],
  ] as const)(
    'writes the files of both tools or of none where %s ends usage on; then %j',
    async (how, next) => {
      const on = (variables: Record<string, string>) =>
        machine.run(['usage', 'on'], {
          as_process: true,
          variables: { NODE_OPTIONS: `--require "${PRELOAD}"`, ...variables },
        });
      const empty = async () => {
        await machine.remove();
        machine = panel.machineInProcess();
        machine.write('.codex/config.toml', '');
        machine.write('.claude/settings.json', '{}');
      };
      await empty();
      const count = machine.path('count');
      expect((await on({ FAIL_HOW: 'none', FAIL_COUNT: count })).code).toBe(0);
      const most = Number(readFileSync(count, 'utf8'));
      expect(most).toBeGreaterThan(20);
      for (let at = 1 + anyBelow(STEP); at <= most; at += STEP) {
        await empty();
        await on({ FAIL_HOW: how, FAIL_AT: String(at) });
        if (next !== null) await machine.run(next);
        const isIn = [
          machine.read('.claude/settings.json').includes('tap.sh'),
          machine.files().includes('.codex/hooks.json'),
        ];
        expect([at, isIn]).toEqual([at, Array<boolean>(2).fill(isIn[0]!)]);
        const left = machine.files().filter((file) => /\.assistant-switch-|\/begun\//.test(file));
        expect([at, left]).toEqual([at, []]);
      }
    },
  );

  it('changes nothing where the file of the owner cannot be replaced, and locks nobody out', async () => {
    const before = pair();
    const fault = { FAIL_HOW: 'EPERM', FAIL_PATH: '/.claude.json' };
    const { code, stderr } = await faulty(second, fault);
    expect(code).toBe(1);
    expect(stderr).toContain('the files here are as they were');
    expect(pair()).toEqual(before);
    // Nothing blocks: neither where the file stays as it is, nor afterwards.
    for (const command of [['sync'], ['status'], ['capture'], ['use', first.name], ['doctor']]) {
      const ended = await machine.run(command);
      expect([command, ended.code, ended.stderr]).toEqual([command, 0, '']);
    }
  });

  it('that was cut off and cannot be mended now is told by status and doctor, and restore takes it back', async () => {
    const count = await countOperations();
    for (let at = count; at > 0 && isPair(); at--) {
      await machine.json('use', first.name);
      await faulty(second, { FAIL_HOW: 'SIGKILL', FAIL_AT: String(at) });
    }
    expect(isPair()).toBe(false);
    // Without the note of whose they are, the locks that are left are the assistant's, which renews its tokens.
    for (const file of machine.files()) if (file.endsWith('tool-locks.json')) rmSync(machine.path(file));
    expect((await machine.run(['status'])).stdout).toContain('assistant-switch restore');
    const doctor = await machine.run(['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(
      /cut off[^\n]*\n[^\n]*assistant-switch sync; to go back: assistant-switch restore/,
    );
    expect(isPair()).toBe(false);
    for (const lock of ['.claude/.oauth_refresh.lock', '.claude.lock', '.claude.json.lock'])
      rmSync(machine.path(lock), { recursive: true, force: true });
    // Also where the file of the owner cannot be changed at all.
    const { code } = await machine.run(['restore'], {
      as_process: true,
      variables: {
        NODE_OPTIONS: `--require "${PRELOAD}"`,
        FAIL_HOW: 'EPERM',
        FAIL_PATH: '/.claude.json',
      },
    });
    expect(code).toBe(0);
    expect(pair()).toEqual(pairOf('ada'));
  });

  it('says what to do about a broken file of the owner, whatever the command', async () => {
    machine.write('.claude.json', '{"half": ');
    for (const command of [['use', second.name], ['sync', '--force'], ['restore']]) {
      const { code, stderr } = await machine.run(command);
      expect([command, code]).toEqual([command, 1]);
      expect(stderr).toContain('is not a whole JSON object');
      expect(stderr).toContain('.claude.json.broken');
      expect(stderr).not.toMatch(/TypeError|--force\b.*restore/);
    }
  });
});
