import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';
import { HostileRepository } from '../../harness/hostile/hostile-repository';

/** Prints where it was told to look, and renews the tokens there as an assistant would. */
const ASSISTANT = `
const { readFileSync, writeFileSync } = require('node:fs');
const folder = process.env.CLAUDE_CONFIG_DIR;
const file = folder + '/.credentials.json';
const { claudeAiOauth } = JSON.parse(readFileSync(file, 'utf8'));
const [, owner, generation] = claudeAiOauth.refreshToken.split('-');
const next = Number(generation) + 1;
claudeAiOauth.refreshToken = ['refresh', owner, next].join('-');
claudeAiOauth.accessToken = ['access', owner, next].join('-');
claudeAiOauth.expiresAt += 3_600_000;
writeFileSync(file, JSON.stringify({ claudeAiOauth }));
console.log(JSON.stringify([owner, process.env.ANTHROPIC_API_KEY ?? null, process.argv.slice(1)]));
process.exit(7);
`;

describe('another account than the active one', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second, third] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const owner = () => /uuid-(\w+)/.exec(machine.read('.claude.json'))?.[1];
  const renew = (who: string, generation: number) =>
    machine.write('.claude/.credentials.json', { claudeAiOauth: sessionOf(who, generation).claudeAiOauth });

  it('is used on this machine alone with --here, and its renewed tokens are stored for it', async () => {
    await machine.json();
    expect(await machine.json('use', second.name, '--here')).toMatchObject({
      result: 'written',
      is_here_only: true,
    });
    expect([owner(), await panel.activeName()]).toEqual(['bob', first.name]);
    renew('bob', 2);
    expect(await machine.json('sync')).toMatchObject({ captured: { id: second.id }, result: 'written' });
    expect(await panel.stored(second)).toEqual(sessionOf('bob', 2));
    expect(owner()).toBe('ada');
  });

  it('is what status and doctor look at where it is here, however well the active one is', async () => {
    await machine.json();
    await machine.json('use', second.name, '--here');
    const here = () => machine.json('status', '--exit-code');
    expect(await here()).toMatchObject({ is_in_step: true, is_here_only: true });
    expect((await machine.run(['status'])).stdout).toContain(
      `✓ ${second.name} was chosen for this machine only, and its session is the panel's.`,
    );
    const other = panel.machineInProcess('other-laptop');
    await other.json('use', second.name, '--here');
    other.write('.claude/.credentials.json', { claudeAiOauth: sessionOf('bob', 2).claudeAiOauth });
    await other.json('capture');
    const told = await machine.run(['status', '--exit-code']);
    expect([told.code, told.stdout]).toEqual([
      1,
      expect.stringMatching(
        /chosen for this machine only; the panel has other tokens of it \(version \d+\), which other-laptop has: assistant-switch use .* --here/,
      ),
    ]);
    // That would undo the choice.
    expect(told.stdout).not.toContain('assistant-switch sync');
    const doctor = await machine.run(['doctor']);
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringContaining('chosen for this machine only'),
    ]);
    // What is proposed mends it.
    await machine.json('use', second.name, '--here');
    expect(await here()).toMatchObject({ is_in_step: true });
    expect(owner()).toBe('bob');
    await other.remove();
  });

  it('is told to be in two folders of this machine, where each is renewed for itself', async () => {
    await machine.json('use', second.name, '--here');
    const variables = { CLAUDE_CONFIG_DIR: machine.path('second') };
    const told = await machine.run(['use', second.name, '--here'], { variables });
    expect([told.code, told.stderr]).toEqual([
      0,
      expect.stringContaining(`~/.claude/.credentials.json holds the session of ${second.name} too.`),
    ]);
    const { stdout } = await machine.run(['doctor']);
    expect(stdout).toContain(`~/second/.credentials.json holds the session of ${second.name} too.`);
    // What is proposed, and a run, which takes the tokens along.
    await machine.json('use', first.name, '--here');
    await machine.run(['run', second.name, '--', process.execPath, '-e', '0']);
    expect((await machine.run(['doctor'], { variables })).stdout).not.toContain(`of ${second.name} too.`);
  });

  it('is told to be gone, by its name, where the panel has it no more', async () => {
    const gone = await panel.addAccount('Tmp');
    await panel.store(gone, sessionOf('eve'));
    await machine.json('use', 'Tmp', '--here');
    await panel.removeAccount(gone);
    const { stdout } = await machine.run(['status']);
    expect(stdout).toContain('The panel has Tmp no more.');
    const capture = await machine.run(['capture']);
    expect([capture.code, capture.stderr]).toEqual([2, expect.stringContaining('The panel has Tmp no more')]);
    const doctor = (await machine.run(['doctor'])).stdout;
    expect(doctor).toContain('the session of Tmp, which the panel has no more');
    expect(doctor).toContain(
      'To keep its session: assistant-switch capture <account>; to replace it: assistant-switch sync',
    );
    expect(stdout).not.toContain('--force');
    // One of the two ways that are proposed.
    expect((await machine.run(['sync'])).code).toBe(0);
    expect(owner()).toBe('ada');
  });

  it('needs a key that may read and activate: what it lacks is named', async () => {
    for (const [has, lacks] of [
      ['session:read', 'account:activate'],
      ['account:activate', 'session:read'],
    ] as const) {
      const variables = { ASSISTANT_SWITCH_KEY: await panel.key(has) };
      for (const args of [
        ['use', second.name, '--here'],
        ['run', second.name, '--', process.execPath, '-e', '0'],
      ]) {
        const { code, stderr } = await machine.run(args, { variables });
        expect([args[0], code, stderr]).toEqual([
          args[0],
          3,
          expect.stringContaining(`This key lacks the scope ${lacks}.`),
        ]);
      }
    }
  });

  it('is left again with "use -"', async () => {
    expect((await machine.run(['use', '-'])).code).toBe(2);
    await machine.json('use', first.name);
    await machine.json('use', second.name);
    expect(await machine.json('use', '-')).toMatchObject({ account: { id: first.id } });
    expect(await machine.json('use', '-')).toMatchObject({ account: { id: second.id } });
    expect(await panel.activeName()).toBe(second.name);
  });

  it('is named by a folder, for the folders below it and for this machine alone', async () => {
    mkdirSync(machine.path('work/deep'), { recursive: true });
    writeFileSync(machine.path('work/.assistant-account'), `${second.name}\n`);
    const cwd = machine.path('work/deep');
    const used = await machine.run(['use', '--json'], { cwd });
    expect(JSON.parse(used.stdout)).toMatchObject({ account: { id: second.id }, is_here_only: true });
    expect(await panel.activeName()).toBe(first.name);
    expect((await machine.run(['status'], { cwd })).stdout).toContain('.assistant-account');
    const nothing = await machine.run(['use']);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('Which account?')]);
  });

  it('is used and run in a repository whose configuration names programs, and none of them runs', async () => {
    const repository = new HostileRepository(machine.path('work'));
    repository.arm();
    const command = ['run', second.name, '--', process.execPath, '-e', '0'];
    for (const args of [['status'], ['use', second.name, '--here'], ['doctor'], ['statusline'], command]) {
      await machine.run(args, { cwd: machine.path('work') });
      expect([args, repository.ran()]).toEqual([args, []]);
    }
    repository.remove();
  });

  it('runs one command in a folder of its own; foreign files stay, renewed tokens are stored', async () => {
    await machine.json();
    const before = [machine.read('.claude/.credentials.json'), machine.read('.claude.json')];
    const variables = { ANTHROPIC_API_KEY: 'sk-canary' };
    const command = ['--', process.execPath, '-e', ASSISTANT, '--', '--json', 'a b'];
    const { code, stdout } = await machine.run(['run', second.name, ...command], { variables });
    expect([code, JSON.parse(stdout)]).toEqual([7, ['bob', null, ['--json', 'a b']]]);
    expect([machine.read('.claude/.credentials.json'), machine.read('.claude.json')]).toEqual(before);
    expect([await panel.activeName(), await panel.stored(second)]).toMatchObject([
      first.name,
      { claudeAiOauth: { refreshToken: 'refresh-bob-2' } },
    ]);
    const again = await machine.run(['run', second.name, ...command]);
    expect(again.code).toBe(7);
    expect(await panel.stored(second)).toMatchObject({ claudeAiOauth: { refreshToken: 'refresh-bob-3' } });
  });

  it('is brought to the usual folder when it was renewed by run, and the other way round', async () => {
    await machine.json('use', second.name, '--here');
    renew('bob', 5);
    const command = ['run', second.name, '--', process.execPath, '-e', ASSISTANT];
    const { code, stderr } = await machine.run(command);
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining(`${second.name} is in ~/.claude/.credentials.json too`),
    ]);
    // It began with what was renewed in the usual folder, which has now what was renewed in it.
    expect(machine.read('.claude/.credentials.json')).toContain('refresh-bob-6');
    expect(await panel.stored(second)).toMatchObject({ claudeAiOauth: { refreshToken: 'refresh-bob-6' } });
    expect(await machine.json('status')).toMatchObject({ is_in_step: true, is_here_only: true });
    // Tokens there that the panel does not take keep nothing from running.
    await panel.store(second, sessionOf('bob', 20));
    renew('bob', 21);
    const apart = await machine.run(command);
    expect([apart.code, apart.stderr]).toEqual([7, expect.stringContaining('the panel got another one')]);
    expect(machine.read('.claude/.credentials.json')).toContain('refresh-bob-21');
    expect(await panel.stored(second)).toMatchObject({ claudeAiOauth: { refreshToken: 'refresh-bob-21' } });
    // Tokens there that it would take, and did not get, do: it has the used-up ones.
    renew('bob', 30);
    const variables = { ASSISTANT_SWITCH_KEY: await panel.key('session:read', 'account:activate') };
    const kept = await machine.run(command, { variables });
    expect([kept.code, kept.stdout, kept.stderr]).toEqual([3, '', expect.stringContaining('session:write')]);
    expect(machine.read('.claude/.credentials.json')).toContain('refresh-bob-30');
  });

  it.each<[string[]]>([[[]], [['--force']]])(
    'leaves another login in the usual folder alone when it ends, with %j too',
    async (options) => {
      await machine.json('use', second.name, '--here');
      machine.write('.claude.json', { oauthAccount: sessionOf('eve').oauthAccount });
      renew('eve', 1);
      const command = [...options, 'run', second.name, '--', process.execPath, '-e', ASSISTANT];
      const { code, stderr } = await machine.run(command, { as_process: true });
      expect([code, stderr]).toEqual([7, expect.stringContaining('was left alone')]);
      expect(machine.read('.claude/.credentials.json')).toContain('refresh-eve-1');
    },
  );

  /** Runs an assistant with an account, which renews its tokens; then both are killed. */
  const killedRun = async () => {
    // It ends once its parent is gone, as it does with a terminal. It asks for its parent before it renews, which is when
    // that is killed.
    const wait = 'setInterval(() => process.ppid === parent || process.exit(), 20)';
    const hang = `const parent = process.ppid; ${ASSISTANT.replace('process.exit(7)', wait)}`;
    const args = ['run', second.name, '--', process.execPath, '-e', hang];
    // In one of its folders; others come and go meanwhile.
    const hasRenewed = () => {
      try {
        return machine.files().some((file) => machine.read(file).includes('refresh-bob-2'));
      } catch {
        return false;
      }
    };
    await machine.run(args, { kill_when: hasRenewed });
    expect(await panel.stored(second)).toEqual(sessionOf('bob', 1));
  };

  it('stores with the next run what a killed one has renewed', async () => {
    await killedRun();
    const { code } = await machine.run(['run', second.name, '--', process.execPath, '-e', '0']);
    expect(code).toBe(0);
    expect(await panel.stored(second)).toMatchObject({ claudeAiOauth: { refreshToken: 'refresh-bob-2' } });
  });

  it.each([[['sync']], [['hook', 'session-start', '--target', 'claude-code']]])(
    'brings with %j what a killed run has renewed to the usual folder; status and doctor tell it before',
    async (command) => {
      await machine.json('use', second.name);
      await killedRun();
      const told = `holds tokens of ${second.name} that the panel does not have`;
      for (const looking of ['status', 'doctor'])
        expect((await machine.run([looking])).stdout).toContain(told);
      expect((await machine.run(command)).code).toBe(0);
      expect(machine.read('.claude/.credentials.json')).toContain('refresh-bob-2');
      expect(await panel.stored(second)).toMatchObject({ claudeAiOauth: { refreshToken: 'refresh-bob-2' } });
      const { stdout } = await machine.run(['status']);
      expect(stdout).toContain("This machine has the panel's active session.");
      expect(stdout).not.toContain(told);
    },
  );

  it('says what cannot be run', async () => {
    expect((await machine.run(['run', second.name])).code).toBe(2);
    expect((await machine.run(['run', third.name, '--', 'x'])).code).toBe(4);
    expect((await machine.run(['run', second.name, '--', '/no/such/program'])).code).toBe(127);
  });

  describe('hooks', () => {
    const settings = () => JSON.parse(machine.read('.claude/settings.json')) as { hooks?: object };
    const hook = (event: string, variables = {}) =>
      machine.run(['hook', event, '--target', 'claude-code'], {
        input: '{"session_id":"s","hook_event_name":"x"}',
        variables,
      });

    it('are installed beside those of others, and removed again', async () => {
      machine.write('.claude/settings.json', '{\n  "model": "opus"\n}\n');
      expect(await machine.json('hooks', 'install', 'claude-code')).toMatchObject({ result: 'installed' });
      expect(Object.keys(settings().hooks ?? {})).toEqual(['SessionStart', 'SessionEnd']);
      expect(await machine.json('hooks', 'install', 'claude-code')).toMatchObject({ result: 'unchanged' });
      expect(await machine.json('hooks', 'remove', 'claude-code')).toMatchObject({ result: 'removed' });
      expect(machine.read('.claude/settings.json')).toBe('{\n  "model": "opus"\n}\n');
      await machine.json('hooks', 'install', 'codex');
      expect(machine.read('.codex/hooks.json')).toContain('--target codex');
      expect((await machine.run(['hooks', 'install', 'gemini'])).code).toBe(2);
      machine.write('.claude/settings.json', '{"broken":');
      expect((await machine.run(['hooks', 'install', 'claude-code'])).code).toBe(1);
      expect(machine.read('.claude/settings.json')).toBe('{"broken":');
    });

    it('bring the active session at the start, store renewed tokens at the end, and print nothing', async () => {
      const nothing = { code: 0, stdout: '', stderr: '' };
      expect(await hook('session-start')).toEqual(nothing);
      expect(owner()).toBe('ada');
      renew('ada', 2);
      expect(await hook('session-end')).toEqual(nothing);
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 2));
      await machine.json('use', second.name, '--here');
      expect(await hook('session-start')).toEqual(nothing);
      expect(owner()).toBe('bob');
    });

    it('end with 0 whatever happens', async () => {
      expect(await hook('session-start', { ASSISTANT_SWITCH_URL: 'http://127.0.0.1:9' })).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
      machine.write('.claude/.credentials.json', 'broken');
      expect((await hook('session-start')).code).toBe(0);
      expect((await hook('session-end')).code).toBe(0);
      expect(machine.read('.claude/.credentials.json')).toBe('broken');
    });
  });

  it('can be completed in a shell by its name', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await machine.run(['completion', shell]);
      expect([shell, code]).toEqual([shell, 0]);
      for (const word of ['capture', 'accounts', 'hooks']) expect(stdout).toContain(word);
    }
    expect((await machine.run(['completion', 'tcsh'])).code).toBe(2);
    expect((await machine.run(['accounts'])).stdout.split('\n')).toContain(second.name);
    const away = await machine.run(['accounts'], { variables: { ASSISTANT_SWITCH_KEY: 'wrong' } });
    expect([away.code, away.stdout]).toEqual([0, '']);
  });

  it('and any of the last versions can be put back by its number', async () => {
    await panel.store(third, sessionOf('eve'));
    await machine.json('use', first.name);
    await machine.json('use', second.name);
    await machine.json('use', third.name);
    expect(await machine.json('restore', '2')).toMatchObject({ account: { id: first.id } });
    expect(owner()).toBe('ada');
    const { code, stderr } = await machine.run(['restore', '9']);
    expect([code, stderr]).toEqual([4, expect.stringContaining(second.name)]);
    expect((await machine.run(['restore', '0'])).code).toBe(2);
  });

  it('is not logged out of with tokens that only it has, unless it is forced to; uninstall says to log in again', async () => {
    const variables = { ASSISTANT_SWITCH_URL: '', ASSISTANT_SWITCH_KEY: '' };
    const logIn = () => machine.run(['login', panel.url], { variables, input: machine.key });
    await logIn();
    await machine.run(['use', first.name], { variables });
    renew('ada', 2);
    const refused = await machine.run(['logout'], { variables });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('renewed tokens that the panel'),
    ]);
    expect(refused.stderr).toContain('assistant-switch capture --target claude-code');
    expect((await machine.run(['logout', '--force'], { variables })).code).toBe(0);
    const { stderr } = await machine.run(['uninstall'], { variables });
    expect(stderr).toContain('Log in again first:  assistant-switch login');
    // As it is proposed.
    await logIn();
    expect((await machine.run(['capture', '--target', 'claude-code'], { variables })).code).toBe(0);
    expect((await machine.run(['uninstall'], { variables })).code).toBe(0);
    expect(machine.files().filter((file) => file.includes('assistant-switch'))).toEqual([]);
  });

  it('leaves nothing behind after logout --purge but the assistant’s own session', async () => {
    await machine.run(['login', panel.url], { input: machine.key });
    await machine.json();
    await machine.json('use', second.name);
    expect(machine.files().some((file) => file.includes('versions'))).toBe(true);
    await machine.json('logout', '--purge');
    expect(machine.files().sort()).toEqual(['.claude.json', '.claude/.credentials.json']);
    expect(existsSync(machine.path('.config/assistant-switch/config.json'))).toBe(false);
  });
});
