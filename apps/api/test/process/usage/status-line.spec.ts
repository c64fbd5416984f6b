import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AccountDto } from '@groupless/shared-dto';
import { eventually } from '../../harness/data/times';
import type { Machine } from '../switch/machine';
import { Panel, sessionOf } from '../switch/panel';
import { ClaudeCode, input } from './claude-code';

const SETTINGS = '.claude/settings.json';
const FIGURES = { five: 20, week: 40, ends: [2, 60] as const };

describe('the status line of Claude Code', () => {
  let panel: Panel;
  let machine: Machine;
  let claude: ClaudeCode;

  beforeAll(async () => {
    panel = await Panel.start();
    const [first] = (await panel.accounts()) as [AccountDto];
    await panel.store(first, sessionOf('ada'));
  });
  beforeEach(async () => {
    // A process: the status line starts the program that `usage on` ran in.
    machine = panel.machine();
    claude = new ClaudeCode(machine);
    await machine.json();
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const on = () => machine.json('usage', 'on');
  const off = () => machine.json('usage', 'off');

  it.each([
    ['with colours', `printf '\\033[31mred\\033[0m \\342\\226\\210 é'`],
    ['of two lines', `echo one; echo two`],
    ['that fails', `echo half; echo why >&2; exit 3`],
    ['that is not there', `/nowhere/status-line`],
    ['that reads its input', `cat; cat`],
    ['that reads none of it', `exec echo none`],
    ['with quotes, comments and a here-document', `cat <<'X' # "a" 'b'\n$HOME "x"\nX`],
    ['that says where it runs', `echo "$PWD $# $-"; pwd`],
    ['that ends in the middle', `exit 0\necho never`],
  ])('%s is shown as before', async (_, command) => {
    machine.write(SETTINGS, { statusLine: { type: 'command', command, padding: 2 }, model: 'opus' });
    const shown = { session: 'one', figures: FIGURES };
    const before = claude.run(command, input(shown));
    await on();
    expect(claude.show(shown)).toEqual(before);
    expect(JSON.parse(machine.read(SETTINGS))).toMatchObject({ statusLine: { padding: 2 }, model: 'opus' });
    expect(claude.inbox()).toContain(input(shown));
  });

  it('that is slow is as slow as before, and is stopped with its signal', async () => {
    machine.write(SETTINGS, { statusLine: { type: 'command', command: 'read -r line; exec sleep 60' } });
    await on();
    const child = claude.begin({ session: 'one', figures: FIGURES });
    await eventually(() => existsSync(machine.path('.local/state/assistant-switch/usage/state.json')));
    const ended = once(child, 'exit');
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('goes on where what we put before it is gone', async () => {
    machine.write(SETTINGS, { statusLine: { type: 'command', command: 'cut -c1-13' } });
    await on();
    await machine.run(['logout', '--purge']);
    expect(claude.show({ session: 'one' }).stdout).toBe('{"session_id"\n');
    const { command } = claude;
    await off();
    expect(claude.run(command, input({ session: 'one' })).stdout).toBe('{"session_id"\n');
  });

  const INBOX = '.local/state/assistant-switch/usage/inbox';
  const OWN = '$HOME/' + INBOX + '/$$-$PPID';
  it.each([
    ['the folder for it is gone', (inbox: string) => rmSync(inbox, { recursive: true }), ''],
    [
      'a file is in its place',
      (inbox: string) => {
        rmSync(inbox, { recursive: true });
        writeFileSync(inbox, '');
      },
      '',
    ],
    ['the input cannot be written', () => undefined, `mkdir "${OWN}.json"`],
    ['the disk is full', () => undefined, `ln -s /dev/full "${OWN}.json"`],
    ['the account cannot be written', () => undefined, `mkdir "${OWN}.whose"`],
    ['it cannot be finished', () => undefined, `mkdir "${OWN}.ready"`],
  ])('gets its whole input where %s', async (_, spoil, before) => {
    machine.write(SETTINGS, { statusLine: { type: 'command', command: `tr -d '\\n'` } });
    await on();
    claude.show({ session: 'none' });
    spoil(machine.path(INBOX));
    for (const session of ['one', 'x'.repeat(100_000)]) {
      const text = input({ session, figures: FIGURES });
      expect(claude.run(`${before}\n${claude.command}`, text)).toEqual({ code: 0, stdout: text, stderr: '' });
    }
  });

  it('reports by itself, in the background', async () => {
    await machine.run(['login', panel.url], { input: machine.key });
    await on();
    const variables = { ASSISTANT_SWITCH_MACHINE: 'laptop' };
    expect(claude.show({ session: 'one', figures: FIGURES, variables }, { isReporting: true })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    await eventually(async () => (await panel.accounts()).some(({ usage }) => usage !== null));
    const [first] = await panel.accounts();
    expect(first?.usage).toMatchObject({
      machine: 'laptop',
      windows: [
        { name: 'five_hour', used_percent: 20 },
        { name: 'seven_day', used_percent: 40 },
      ],
    });
    expect((await machine.run(['doctor'])).stdout).toMatch(/usage +Usage is reported; the last report was/);
    expect((await machine.run(['statusline'])).stdout).toBe(`${first?.name} · 5h 20 % · week 40 %\n`);
  });
});

describe('usage on and off', () => {
  let panel: Panel;
  let machine: Machine;
  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(() => (machine = panel.machineInProcess()));
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const WRITTEN = [
    '{}',
    '{\n  "model": "opus"\n}',
    '{\r\n\t"statusLine": { "type": "command", "command": "echo \\u00e9 \\/x" },\r\n\t"model": "opus"\r\n}\r\n',
    '{"statusLine":{"padding":0,"command":"~/.claude/line.sh","type":"command"}}\n',
    '{\n  // mine\n  "statusLine": {"type": "command", "command": "a"}, /* b */\n  "env": {"A": "1"},\n}\n',
  ];

  it.each(WRITTEN)('leave the file byte for byte as it was: %j', async (text) => {
    machine.write('.claude/settings.json', text);
    for (let times = 0; times < 2; times++) {
      await machine.json('usage', 'on');
      await machine.json('usage', 'on');
      expect(machine.read('.claude/settings.json')).toContain('tap.sh');
      await machine.json('usage', 'off');
      expect(machine.read('.claude/settings.json')).toBe(text);
    }
    expect(machine.files().filter((file) => file.includes('/usage/'))).toEqual([]);
  });

  it.each(WRITTEN)('keep what was changed meanwhile: %j', async (text) => {
    machine.write('.claude/settings.json', text);
    await machine.json('usage', 'on');
    await machine.json('hooks', 'install', 'claude-code');
    await machine.json('usage', 'off');
    await machine.json('hooks', 'remove', 'claude-code');
    expect(machine.read('.claude/settings.json')).toBe(text);
  });

  it('leave no file where there was none', async () => {
    await machine.json('usage', 'on');
    await machine.json('usage', 'off');
    expect(machine.files().filter((file) => file.startsWith('.claude/'))).toEqual([]);
  });

  it('know the settings of each configuration folder by themselves, and uninstall takes them out of all', async () => {
    const other = { CLAUDE_CONFIG_DIR: machine.path('other') };
    const text = (command: string) => JSON.stringify({ statusLine: { type: 'command', command } });
    machine.write('.claude/settings.json', text('echo one'));
    machine.write('other/settings.json', text('echo two'));
    await machine.json('usage', 'on');
    expect((await machine.run(['usage', 'on'], { variables: other })).code).toBe(0);
    expect(new ClaudeCode(machine).show({ session: 'one' }).stdout).toBe('one\n');
    expect(new ClaudeCode(machine, 'other/settings.json').show({ session: 'two' }).stdout).toBe('two\n');
    expect((await machine.run(['uninstall'])).code).toBe(0);
    expect(machine.read('.claude/settings.json')).toBe(text('echo one'));
    expect(machine.read('other/settings.json')).toBe(text('echo two'));
    expect(machine.files().filter((file) => file.includes('/usage/'))).toEqual([]);
  });

  it.each([
    ['{"statusLine": {"type": "static"}}', 'is not a command that could be called'],
    ['{"half": ', 'is not a whole JSON object'],
    [
      '{"statusLine":{"type":"command","command":"a"},"statusLine":{"type":"command","command":"b"}}',
      'is there twice',
    ],
  ])('leave %s alone', async (text, why) => {
    machine.write('.claude/settings.json', text);
    const { code, stderr } = await machine.run(['usage', 'on']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(machine.read('.claude/settings.json')).toBe(text);
  });

  it('say what they would do, and change nothing', async () => {
    machine.write('.claude/settings.json', '{}');
    expect((await machine.run(['usage', 'on', '--dry-run'])).stdout).toContain('Would be changed');
    expect(machine.files()).toEqual(['.claude/settings.json']);
    expect((await machine.run(['usage', 'maybe'])).code).toBe(2);
  });

  it('need a program that is there: doctor says where it is gone', async () => {
    await machine.json('usage', 'on');
    const [script = ''] = machine.files().filter((file) => file.endsWith('/tap.sh'));
    const text = machine
      .read(script)
      .replace(/\[ -r '[^']*' \]; then/, () => `[ -r '/it'\\''s gone' ]; then`);
    machine.write(script, text);
    expect((await machine.run(['doctor'])).stdout).toContain(
      `/it's gone, by which usage is reported, is gone.`,
    );
  });

  it('write into the settings that a link leads to', async () => {
    machine.write('dotfiles/settings.json', '{}\n');
    mkdirSync(machine.path('.claude'));
    symlinkSync(machine.path('dotfiles/settings.json'), machine.path('.claude/settings.json'));
    await machine.json('usage', 'on');
    expect(machine.read('dotfiles/settings.json')).toContain('tap.sh');
    await machine.json('usage', 'off');
    expect(machine.read('dotfiles/settings.json')).toBe('{}\n');
  });
});
