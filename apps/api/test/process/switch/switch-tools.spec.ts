import { existsSync } from 'node:fs';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { codexOf, Panel, sessionOf } from './panel';
import { shellWord } from '../../../../switch-cli/src/program/shell-word';
import { anyBelow, rounds } from '../../harness/data/rounds';

const DAYS = rounds(14, 140);
/** What somebody does on a machine; `NAME` is an account of a tool that is used there. */
const STEPS = [
  ['sync'],
  ['use', 'NAME'],
  ['use', 'NAME', '--here'],
  ['use', '-'],
  ['renew'],
  ['renew', 'capture'],
  ['renew', 'sync'],
  ['run', 'NAME', '--', process.execPath, '-e', '0'],
];

describe('a machine with two tools', () => {
  let panel: Panel;
  let machine: Machine;
  let [ada, cx, bob] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [ada, cx, bob] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
    await panel.store(ada, sessionOf('ada'));
    await panel.store(cx, codexOf('cx'));
    await panel.store(bob, sessionOf('bob'));
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const owner = () => /uuid-(\w+)/.exec(machine.read('.claude.json'))?.[1];
  const hasCodex = () => existsSync(machine.path('.codex/auth.json'));
  /** Both tools have what is active; then another machine makes other accounts active, that of Codex last. */
  const fallBehind = async () => {
    await machine.json('use', ada.name);
    await machine.json('use', cx.name);
    await panel.activate(bob);
    await panel.app.panel.query(
      "update assistant_accounts set activated_at = activated_at + interval '1 hour' where id = $1",
      [cx.id],
    );
  };

  it('gets the active account of each with one sync, a line each', async () => {
    await fallBehind();
    expect(owner()).toBe('ada');
    const { code, stdout } = await machine.run(['sync']);
    expect([code, owner()]).toEqual([0, 'bob']);
    expect(stdout).toMatch(
      new RegExp(`${bob.name} is now on this machine[^]*${cx.name} is on this machine already`),
    );
    expect(await machine.json()).toMatchObject({
      account: { id: cx.id },
      result: 'unchanged',
      tools: [
        { account: { id: bob.id }, target: { name: 'claude-code' } },
        { account: { id: cx.id }, target: { name: 'codex' } },
      ],
    });
  });

  it('says of each tool what is wrong with its file, and proposes no command that fails as well', async () => {
    await machine.json('use', ada.name);
    await machine.json('use', cx.name);
    machine.write('.claude/.credentials.json', '{"claudeAiOauth":');
    machine.write('.codex/auth.json', '{"tokens":');
    const { code, stderr } = await machine.run(['sync']);
    expect([code, stderr.includes('capture')]).toEqual([1, false]);
    expect(stderr).toMatch(
      /^✗ claude-code: \S+\.credentials\.json was left alone.*\n(?: {2}To .*\n)+ {2}✗ codex: \S+auth\.json was left alone.*\n(?: {4}To .*\n)+$/,
    );
    const one = await machine.run(['sync', '--target', 'codex']);
    expect(one.stderr).toMatch(
      /^✗ \S+auth\.json was left alone: it cannot be read\.\n {2}To keep its session: {2}mend the file/,
    );
  });

  it('loses nothing of one where the way out for the other is followed, and is told what --force replaces', async () => {
    await machine.json('use', ada.name);
    await machine.json('use', cx.name);
    machine.write('.codex/auth.json', codexOf('eve'));
    const { stdout } = await machine.run(['sync']);
    const [, hint = ''] = /replace it: +assistant-switch (.*?) {3}/.exec(stdout) ?? [];
    expect(hint).toBe('sync --target codex --force');
    const renewed = JSON.stringify({ claudeAiOauth: sessionOf('ada', 2).claudeAiOauth });
    machine.write('.claude/.credentials.json', renewed);
    const followed = await machine.run(hint.split(' '));
    expect([followed.code, followed.stderr + followed.stdout]).toEqual([
      0,
      expect.stringContaining('to get it back: assistant-switch restore --target codex'),
    ]);
    expect(machine.read('.claude/.credentials.json')).toBe(renewed);
    expect((await machine.run(['restore', '--target', 'codex'])).code).toBe(0);
    expect(machine.read('.codex/auth.json')).toContain('eve');
    const all = await machine.run(['sync', '--force', '--dry-run']);
    expect(all.stderr + all.stdout).toContain('it would be replaced');
  });

  it('is in step only if both are: for status and doctor too, and the way out that they name works', async () => {
    await fallBehind();
    const status = await machine.run(['status', '--exit-code']);
    expect(status.code).toBe(1);
    expect(status.stdout).toContain("This machine has the panel's active session of Codex.");
    expect((await machine.run(['status'])).code).toBe(0);
    expect(await machine.json('status')).toMatchObject({
      is_in_step: false,
      tools: [
        { is_in_step: false, target: { name: 'claude-code' }, active: { id: bob.id } },
        { is_in_step: true, target: { name: 'codex' }, active: { id: cx.id } },
      ],
    });
    const doctor = await machine.run(['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain(`holds the session of ${ada.name}, and ${bob.name} is active`);
    expect(doctor.stdout).toContain(`${cx.name} is active.`);
    const [, hint = ''] = /assistant-switch (sync.*)/.exec(status.stdout) ?? [];
    expect(hint).toBe('sync --target claude-code');
    expect((await machine.run(hint.split(' '))).code).toBe(0);
    expect(owner()).toBe('bob');
    for (const command of [['status', '--exit-code'], ['doctor']])
      expect([command, (await machine.run(command)).code]).toEqual([command, 0]);
  });

  it('is told that it has an older session of an account than the panel', async () => {
    await machine.json('use', ada.name);
    await panel.store(ada, sessionOf('ada', 2));
    const { code, stdout } = await machine.run(['doctor']);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`holds an older session of ${ada.name}`)]);
  });

  it('that has used one of them gets no session of the other by the way, and is in step without it', async () => {
    await machine.json('use', ada.name);
    await panel.activate(cx);
    expect(await machine.json()).toMatchObject({ account: { id: ada.id }, result: 'unchanged' });
    expect(hasCodex()).toBe(false);
    for (const command of [['status', '--exit-code'], ['doctor']])
      expect([command, (await machine.run(command)).code]).toEqual([command, 0]);
  });

  it('that has used none gets the account that was activated last', async () => {
    await panel.activate(cx);
    expect(await machine.json()).toMatchObject({ account: { id: cx.id }, result: 'written' });
    expect(hasCodex()).toBe(true);
  });

  it('whose session a person has taken away does not get it back; one that a failed renewal has emptied does', async () => {
    await machine.json('use', ada.name);
    await machine.json('use', cx.name);
    machine.write('.codex/auth.json', { tokens: { access_token: '', refresh_token: '' } });
    await machine.json();
    expect(machine.read('.codex/auth.json')).toContain('refresh-cx');
    await machine.remove();
    await machine.json('use', ada.name);
    expect(hasCodex()).toBe(false);
    await machine.json();
    expect(hasCodex()).toBe(false);
  });

  it('goes on with the other where one is refused, and ends with 1', async () => {
    await fallBehind();
    machine.write('.codex/auth.json', codexOf('somebody'));
    const { code, stdout } = await machine.run(['sync']);
    expect([code, owner()]).toEqual([1, 'bob']);
    expect(stdout).toContain('✗ codex: ');
    expect(stdout).toContain('--target codex');
    expect(JSON.parse((await machine.run(['sync', '--json'])).stdout)).toMatchObject({
      account: { id: bob.id },
      tools: [{ account: { id: bob.id } }, { target: { name: 'codex' }, error: { code: 'refused' } }],
    });
  });

  it('notes an active account that it cannot bring: of another tool, or without a session', async () => {
    await machine.json('use', ada.name);
    await panel.acceptAny(bob);
    await panel.store(bob, { any: 'thing' });
    await panel.activate(bob);
    const { code, stderr } = await machine.run(['sync']);
    expect([code, owner()]).toEqual([0, 'ada']);
    expect(stderr).toContain(`${bob.name} is active too, for another tool`);
    expect((await machine.run(['status', '--exit-code'])).code).toBe(0);
    expect((await machine.run(['doctor'])).code).toBe(0);
  });

  it('is told how a session of another tool is stored, which takes its path', async () => {
    await machine.json('use', ada.name);
    await panel.app.panel.query(
      `update assistant_accounts set tool = 'other', session_data = null, session_version = null, session_updated_at = null, session_expires_at = null where id = $1`,
      [bob.id],
    );
    await panel.activate(bob);
    const way = `assistant-switch capture ${shellWord(bob.name)} --target <path>`;
    expect((await machine.run(['sync'])).stderr).toContain(
      `${bob.name} is active for another tool and has no session: ${way}`,
    );
    expect((await machine.run(['use', bob.name, '--target', './x.json'])).stderr).toContain(way);
    machine.write('x.json', { any: 'thing' });
    expect(await machine.json('capture', bob.name, '--target', './x.json')).toMatchObject({
      result: 'captured',
    });
  });

  it('tells the machine that had a session how to store it, whatever tool it used last', async () => {
    const desktop = panel.machineInProcess('desktop');
    await desktop.json('use', cx.name);
    await desktop.json('use', ada.name);
    desktop.write('.codex/auth.json', { ...codexOf('cx'), last_refresh: '2026-11-21T09:30:00Z' });
    const { stderr } = await machine.run(['use', cx.name]);
    const [, hint = ''] = /assistant-switch (capture.*?) on desktop/.exec(stderr) ?? [];
    const words = (hint.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
    expect(await desktop.json(...words)).toMatchObject({
      account: { id: cx.id },
      result: 'captured',
    });
    await desktop.remove();
  });

  it('is told that another machine had the session, also while it is in step', async () => {
    const desktop = panel.machineInProcess('desktop');
    await machine.json('use', ada.name);
    await desktop.json('use', ada.name);
    const { code, stdout } = await machine.run(['status', '--exit-code']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('desktop has held the session')]);
    await desktop.remove();
  });

  it('has them in one status line, or the one that is named', async () => {
    await machine.json('use', cx.name);
    const line = async (...words: string[]) => (await machine.run(['statusline', ...words])).stdout;
    expect(await line()).toBe(`${cx.name} · not reported\n`);
    await machine.json('use', ada.name);
    expect(await line()).toBe(`${ada.name} · not reported | ${cx.name} · not reported\n`);
    expect(await line('--target', 'codex')).toBe(`${cx.name} · not reported\n`);
    expect(await machine.json('statusline')).toMatchObject({
      account: { id: ada.id },
      tools: [
        { target: 'claude-code', account: { id: ada.id } },
        { target: 'codex', account: { id: cx.id } },
      ],
    });
  });

  it('asks by the tools where its key may not list accounts', async () => {
    await fallBehind();
    const variables = { ASSISTANT_SWITCH_KEY: await panel.key('session:read') };
    expect((await machine.run(['status', '--exit-code'], { variables })).code).toBe(1);
    expect((await machine.run(['sync'], { variables })).code).toBe(0);
    expect(owner()).toBe('bob');
    expect((await machine.run(['status', '--exit-code'], { variables })).code).toBe(0);
  });

  it('goes back with "use -" to the account before of the tool that was used last, or that is named', async () => {
    await machine.json('use', ada.name);
    await machine.json('use', bob.name);
    await machine.json('use', cx.name);
    expect((await machine.run(['use', '-'])).stderr).toContain('no other account for codex');
    expect(await machine.json('use', '-', '--target', 'claude-code')).toMatchObject({
      account: { id: ada.id },
    });
    await machine.json('use', cx.name);
    await machine.json('use', ada.name);
    // A sync finds both there, and is no use of either.
    await machine.json();
    expect(await machine.json('use', '-')).toMatchObject({ account: { id: bob.id }, result: 'written' });
    expect(hasCodex()).toBe(true);
  });

  it(`is one of three for ${DAYS} days, of which each has what it says it has, and none a tool that it never had`, async () => {
    const cy = await panel.addAccount('CX 2');
    await panel.store(cy, codexOf('cy'));
    const names = ['laptop', 'desktop', 'Bär Büro'];
    // The built programs, each in its home.
    const machines = names.map((name) => panel.machine(name));
    const [laptop, desktop, third] = machines as [Machine, Machine, Machine];
    for (const account of [ada, cx]) await laptop.json('use', account.name);
    for (const account of [bob, cy]) await desktop.json('use', account.name, '--here');
    await third.json('use', ada.name, '--here');
    const ids = machines.map((one) => one.read('.local/state/assistant-switch/machine-id'));
    expect(new Set(ids).size).toBe(3);
    let generation = 1;
    for (let day = 0; day < DAYS; day++)
      for (const machine of machines) {
        const hasCodexToo = machine !== third;
        const accounts = hasCodexToo ? [ada, bob, cx, cy] : [ada, bob];
        const { name } = accounts[anyBelow(accounts.length)]!;
        const step = STEPS[anyBelow(STEPS.length)]!;
        if (step.includes('renew')) renewed(machine, ++generation, hasCodexToo && anyBelow(2) === 0);
        const words = step.filter((word) => word !== 'renew').map((word) => (word === 'NAME' ? name : word));
        const code = words.length === 0 ? 0 : await codeOf(machine, words);
        // Whatever is refused has a way out; but for "use -" there may have been no account before.
        const forced =
          code === 0 || words[0] === 'capture' ? 0 : await codeOf(machine, ['--force', ...words]);
        expect([step, words[1] === '-' ? forced % 2 : forced]).toEqual([step, 0]);
        expect([day, step, await untrue(machine)]).toEqual([day, step, []]);
        expect(existsSync(third.path('.codex'))).toBe(false);
      }
    await Promise.all(machines.map((one) => one.remove()));
    await panel.activate(cx);
    await panel.removeAccount(cy);
  }, 3_600_000);

  const codeOf = async (machine: Machine, words: string[]) => (await machine.run(words)).code ?? -1;
  /** As the tool leaves its file after it has renewed what it has there. */
  const renewed = (machine: Machine, generation: number, isCodex: boolean) => {
    if (isCodex) {
      const { tokens } = JSON.parse(machine.read('.codex/auth.json')) as ReturnType<typeof codexOf>;
      const refresh_token = `refresh-${tokens.account_id}-${generation}`;
      const last_refresh = new Date(Date.UTC(2026, 10, 21) + generation * 60_000).toISOString();
      machine.write('.codex/auth.json', { tokens: { ...tokens, refresh_token }, last_refresh });
    } else {
      const who = /uuid-(\w+)/.exec(machine.read('.claude.json'))?.[1] ?? '';
      machine.write('.claude/.credentials.json', { claudeAiOauth: sessionOf(who, generation).claudeAiOauth });
    }
  };
  /** What status calls in step and is not, and tokens of one account beside the owner of another. */
  const untrue = async (machine: Machine): Promise<string[]> => {
    const { tools } = (await machine.json('status')) as {
      tools: { is_in_step: boolean; target: { name: string }; local: { account: { id: string } } }[];
    };
    const faults: string[] = [];
    const owners = ['.claude/.credentials.json', '.claude.json'].map(
      (file) => /(?:refresh|uuid)-(\w+)/.exec(machine.read(file))?.[1],
    );
    if (owners[0] !== owners[1]) faults.push(`tokens of ${owners[0]} beside ${owners[1]}`);
    for (const { is_in_step, target, local } of tools) {
      const file = target.name === 'codex' ? '.codex/auth.json' : '.claude/.credentials.json';
      const token = /refresh-[\w-]+/.exec(machine.read(file))?.[0] ?? 'none';
      if (is_in_step && !JSON.stringify(await panel.sessionOf(local.account.id)).includes(`"${token}"`))
        faults.push(`${target.name} has ${token}`);
    }
    return faults;
  };
});
