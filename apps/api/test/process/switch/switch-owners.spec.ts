import { cpSync } from 'node:fs';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

const codexOf = (owner: string, generation = 1) => ({
  tokens: {
    access_token: `access-${generation}`,
    refresh_token: `refresh-${owner}-${generation}`,
    account_id: owner,
  },
  last_refresh: `2026-11-20T09:30:0${generation}Z`,
});

describe('whose session it is', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second, third] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess('laptop');
    [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  /** As the assistant leaves its files after a log-in, or a renewal. */
  const logIn = (who: string, generation = 1, credentials: object = {}) => {
    const { claudeAiOauth, oauthAccount } = sessionOf(who, generation);
    machine.write('.claude/.credentials.json', { claudeAiOauth: { ...claudeAiOauth, ...credentials } });
    machine.write('.claude.json', { oauthAccount });
  };
  const refused = async (...args: string[]) => {
    const { code, stderr } = await machine.run(args);
    expect([args, code]).toEqual([args, 1]);
    return stderr;
  };

  it('keeps a capture from replacing the session of another owner, active or not', async () => {
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    logIn('eve', 9);
    for (const { name } of [first, second]) {
      const said = await refused('capture', name);
      expect([said, said.includes('?force')]).toEqual([
        expect.stringContaining('belongs to eve@example.com'),
        false,
      ]);
    }
    expect([await panel.stored(first), await panel.stored(second)]).toEqual([
      sessionOf('ada'),
      sessionOf('bob'),
    ]);
    expect(await machine.json('capture', first.name, '--force')).toMatchObject({ result: 'captured' });
    expect(await panel.stored(first)).toEqual(sessionOf('eve', 9));
  });

  it('tells both owners where this machine knows them', async () => {
    await panel.store(first, sessionOf('ada'));
    await machine.json();
    logIn('eve');
    expect(await refused('capture', first.name)).toMatch(/eve@example\.com.*ada@example\.com/);
    expect(await refused('sync')).toContain('eve@example.com, not ada@example.com');
  });

  it('lets no empty, half or wiped session into the panel, not even by force', async () => {
    await panel.store(first, sessionOf('ada'));
    await machine.json();
    const { claudeAiOauth } = sessionOf('ada', 2);
    const broken = [
      '',
      '{}',
      '{"claudeAiOauth":{}}',
      JSON.stringify({ claudeAiOauth: { ...claudeAiOauth, refreshToken: '' } }),
      JSON.stringify({ claudeAiOauth: { ...claudeAiOauth, accessToken: undefined } }),
      JSON.stringify({ claudeAiOauth }).slice(0, -20),
      'not JSON',
    ];
    for (const text of broken) {
      machine.write('.claude/.credentials.json', text);
      for (const args of [
        ['capture', first.name],
        ['capture', first.name, '--force'],
      ]) {
        const { code } = await machine.run(args);
        expect([text, [1, 4].includes(code ?? 0)]).toEqual([text, true]);
      }
    }
    expect(await panel.stored(first)).toEqual(sessionOf('ada'));
  });

  it('is doubted where an assistant may have written tokens that it had in memory during a switch', async () => {
    const soonMs = Date.now() + 60_000;
    const hoursMs = Date.now() + 5 * 3_600_000;
    const { claudeAiOauth: ofAda, oauthAccount: ada } = sessionOf('ada');
    const { claudeAiOauth: ofBob, oauthAccount: bob } = sessionOf('bob');
    await panel.store(first, { claudeAiOauth: { ...ofAda, expiresAt: soonMs }, oauthAccount: ada });
    await panel.store(second, { claudeAiOauth: { ...ofBob, expiresAt: hoursMs }, oauthAccount: bob });
    await panel.store(third, sessionOf('eve'));
    const stored = await panel.stored(second);

    const written = [
      // Ada's own tokens, put back.
      { ...ofAda, expiresAt: soonMs },
      // Ada's tokens, renewed when they were about to end and Bob's were not.
      { ...sessionOf('ada', 2).claudeAiOauth, expiresAt: hoursMs + 3_600_000 },
      // Tokens of another subscription.
      { ...sessionOf('ada', 3).claudeAiOauth, subscriptionType: 'pro', expiresAt: hoursMs + 1 },
    ];
    for (const tokens of written) {
      await machine.json('use', first.name, '--force');
      await machine.json('use', second.name);
      machine.write('.claude/.credentials.json', { claudeAiOauth: tokens });
      await refused('use', third.name);
      await refused('capture', second.name);
      await refused('sync');
      expect(await machine.json('status')).toMatchObject({
        local: { state: 'changed', reason: expect.stringMatching(/^(foreign|doubtful)$/) as string },
      });
      expect(await panel.activeName()).toBe(second.name);
    }
    expect(await panel.stored(second)).toEqual(stored);
  });

  it('is learned from the assistant’s own file where the panel’s session does not tell it', async () => {
    const { claudeAiOauth, oauthAccount } = sessionOf('ada');
    await panel.store(first, { claudeAiOauth });
    await panel.store(second, sessionOf('bob'));
    await machine.json();
    machine.write('.claude.json', { oauthAccount });
    expect(await machine.json()).toMatchObject({ result: 'unchanged' });
    expect(machine.read('.claude.json')).toContain('uuid-ada');
    logIn('ada', 2);
    expect(await machine.json('use', second.name)).toMatchObject({ captured: { id: first.id } });
    expect(await panel.stored(first)).toEqual(sessionOf('ada', 2));
  });

  it('and its tool decide the target: nothing is activated that cannot be written', async () => {
    await panel.store(first, sessionOf('ada'));
    await panel.store(third, codexOf('acc'));
    await machine.json();
    const { code, stderr } = await machine.run(['use', third.name, '--target', 'claude-code']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('account of Codex')]);
    expect(await panel.activeName()).toBe(first.name);

    expect(await machine.json('use', third.name, '--dry-run')).toMatchObject({ target: { name: 'codex' } });
    expect(await machine.json('use', third.name)).toMatchObject({ target: { name: 'codex' } });
    expect(JSON.parse(machine.read('.codex/auth.json'))).toEqual(codexOf('acc'));
    expect(machine.read('.claude.json')).toContain('uuid-ada');

    const { names } = await machine.json('accounts', '--target', 'codex');
    expect(names).toEqual([third.name]);

    expect(await machine.json('--target', 'claude-code')).toMatchObject({ result: 'unchanged' });
    expect((await machine.run(['--target', 'claude-code'])).stdout).toContain('Nothing to do');
    machine.write('.codex/auth.json', codexOf('acc', 2));
    expect(await machine.json()).toMatchObject({ result: 'captured', target: { name: 'codex' } });
    expect(await panel.stored(third)).toEqual(codexOf('acc', 2));
    expect(await refused('capture', first.name, '--target', 'codex')).toContain('account of Claude Code');
  });

  it('needs a path where the tool is another', async () => {
    await panel.acceptAny(first);
    await panel.store(first, { any: 'thing' });
    for (const args of [['sync'], ['use', first.name]]) {
      const { code, stderr } = await machine.run(args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--target <path>')]);
    }
    expect(await machine.json('use', first.name, '--target', './x.json')).toMatchObject({
      result: 'written',
    });
  });

  it('is told by status: renewed, of another, half wiped, older, or a path that tells nothing', async () => {
    await panel.store(first, sessionOf('ada', 5));
    await machine.json();
    const reasons: [string, () => void][] = [
      ['renewed', () => logIn('ada', 6)],
      ['foreign', () => logIn('eve', 6)],
      ['wiped', () => logIn('ada', 6, { refreshToken: '' })],
      ['older', () => logIn('ada', 4)],
    ];
    const told = new Set<string>();
    for (const [reason, change] of reasons) {
      change();
      expect(await machine.json('status')).toMatchObject({ local: { state: 'changed', reason } });
      told.add((await machine.run(['status'])).stdout.split('\n')[4] ?? '');
      const mark = reason === 'renewed' ? '!' : '✗';
      expect((await machine.run(['doctor'])).stdout).toContain(`${mark} session`);
    }
    expect(told.size).toBe(reasons.length);
    await machine.json('--target', './x.json');
    machine.write('x.json', { changed: true });
    expect(await machine.json('status', '--target', './x.json')).toMatchObject({
      local: { reason: 'path' },
    });
  });

  it('is said with the organisation wherever one address may have two', async () => {
    const inside = (organizationUuid: string, organizationName: string) => {
      const { oauthAccount } = sessionOf('ada');
      const { claudeAiOauth } = sessionOf(organizationUuid.replace('-', ''));
      machine.write('.claude/.credentials.json', { claudeAiOauth });
      machine.write('.claude.json', {
        oauthAccount: { ...oauthAccount, organizationUuid, organizationName },
      });
    };
    inside('o-1', 'Firm');
    const taken = await machine.run(['capture', first.name]);
    expect(taken.stdout).toContain('The session of ada@example.com (Firm) is now stored');
    inside('o-2', 'Ops Ltd');
    const told = await refused('capture', first.name);
    expect(told).toContain(
      "belongs to ada@example.com (Ops Ltd), and the account's to ada@example.com (Firm)",
    );
    await machine.json('capture', second.name);
    await machine.json('use', first.name);
    inside('o-2', 'Ops Ltd');
    expect(await refused('capture')).toContain(
      `${second.name} is of that owner: assistant-switch capture '${second.name}'`,
    );
    expect((await machine.run(['capture', second.name])).code).toBe(0);
    await machine.json('use', first.name);
    expect((await machine.run(['status'])).stdout).toContain('Whose           ada@example.com (Firm)');
    inside('o-2', 'Ops Ltd');
    const [, ...rows] = (await machine.run(['list'])).stdout.split('\n');
    expect(rows[0]).toContain('ada@example.com (Firm)');
    expect(rows[1]).toContain('ada@example.com (Ops Ltd)');
    // A name cannot move the cursor.
    inside('o-2', 'Ops\u001bLtd');
    expect(await refused('sync')).toContain('ada@example.com (Ops Ltd), not ada@example.com (Firm)');
  });

  it('decides which account is proposed, where two organisations have one name', async () => {
    const inside = (organizationUuid: string) => {
      const { oauthAccount } = sessionOf('ada');
      const { claudeAiOauth } = sessionOf(organizationUuid.replace('-', ''));
      machine.write('.claude/.credentials.json', { claudeAiOauth });
      machine.write('.claude.json', {
        oauthAccount: { ...oauthAccount, organizationUuid, organizationName: 'Firm' },
      });
    };
    await panel.store(third, sessionOf('bob'));
    inside('o-1');
    await machine.json('capture', first.name);
    inside('o-2');
    await machine.json('capture', second.name, '--force');
    for (const [organisation, { name }] of [
      ['o-2', second],
      ['o-1', first],
    ] as const) {
      await machine.json('use', third.name, '--force');
      inside(organisation);
      expect(await refused('capture', third.name)).toContain(`assistant-switch capture '${name}'`);
      expect((await machine.run(['capture', name])).code).toBe(0);
    }
  });

  it('is outdated, no longer on its way, once the panel has refused it', async () => {
    await panel.store(first, sessionOf('ada'));
    await machine.json();
    await panel.store(first, sessionOf('ada', 9));
    logIn('ada', 2);
    expect(await refused('sync')).toContain('the panel got another one for the account meanwhile');
    expect(await machine.json('status')).toMatchObject({ local: { state: 'changed', reason: 'outdated' } });
  });

  it('is held by one of two machines of one name, which are told apart and keep their letters', async () => {
    const twin = panel.machineInProcess('Bär Büro');
    const here = panel.machineInProcess('Bär Büro');
    await panel.store(first, sessionOf('ada'));
    await twin.json('use', first.name, '--here');
    const { code, stderr } = await here.run(['use', first.name, '--here']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Another machine called Bär Büro has held')]);
    expect(stderr).toContain('ASSISTANT_SWITCH_MACHINE');
    expect((await here.run(['list'])).stdout).toContain('Bär Büro (this machine), ');
    expect((await twin.run(['list'])).stdout).toContain('Bär Büro (another machine), ');
    // By the id, which stays where the name does not.
    const { stdout } = await here.run(['list', '--json'], {
      variables: { ASSISTANT_SWITCH_MACHINE: 'Bör Büro' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ held_by: { is_caller: true } }, {}, {}] });
    await Promise.all([twin.remove(), here.remove()]);
  });

  it('is held by this machine where an earlier version or an older panel has told its name in other letters', async () => {
    const here = panel.machineInProcess('Bär Büro');
    await panel.store(first, sessionOf('ada'));
    for (const name of ['Bär Büro', 'B-r B-ro', 'B%C3%A4r B%C3%BCro', 'B-r B-ro 2']) {
      const held_by = JSON.stringify({ machine: name, since: '2026-11-20T09:30:00.000Z' });
      await panel.app.panel.query('update assistant_accounts set held_by = $1 where id = $2', [
        held_by,
        first.id,
      ]);
      const { code, stderr } = await here.run(['use', first.name, '--here']);
      const isOther = name.endsWith('2');
      expect([name, code, stderr.includes('has held the session')]).toEqual([name, 0, isOther]);
    }
    await here.remove();
  });

  it('may be on a copy of this machine, which is told from both', async () => {
    await panel.store(first, sessionOf('ada'));
    const copied = { variables: { ASSISTANT_SWITCH_MACHINE: 'copy' } };
    const desktop = panel.machineInProcess('desktop');
    await desktop.json('use', first.name);
    await machine.json('use', first.name);
    await machine.run(['use', first.name], copied);
    // By the first question of the other, which has not read the session again; that desktop had it before hides nothing.
    const told = expect.stringContaining(`copy has the session of ${first.name} by the id of this machine`);
    for (const command of [['status'], ['doctor']]) expect((await machine.run(command)).stdout).toEqual(told);
    expect((await machine.run(['use', first.name])).stderr).toEqual(told);
    // It is no matter of a third one.
    for (const command of [['status'], ['doctor'], ['use', first.name, '--dry-run']]) {
      const { stdout, stderr } = await desktop.run(command);
      expect([command, (stdout + stderr).includes('by the id of')]).toEqual([command, false]);
    }
    await desktop.remove();
    // What is proposed makes it another one.
    await machine.run(['logout', '--purge', '--force'], copied);
    await machine.run(['use', first.name], copied);
    expect((await machine.run(['status'], copied)).stdout).not.toContain('by the id of');
  });

  it('may be on a copied home of one name, which is another machine by itself', async () => {
    await panel.store(first, sessionOf('ada'));
    await machine.json('use', first.name, '--here');
    await panel.store(second, sessionOf('bob'));
    await machine.run(['run', second.name, '--', 'true']);
    const copy = panel.machineInProcess('laptop');
    cpSync(machine.home, copy.home, { recursive: true });
    expect((await copy.run(['list'])).stdout).toContain('laptop (another machine), ');
    const used = await copy.run(['use', first.name, '--here']);
    expect([used.code, used.stderr]).toEqual([
      0,
      expect.stringContaining('Another machine called laptop has held'),
    ]);
    // What runs have brought to the other came along, and is not the copy's to store.
    expect((await copy.run(['status'])).stdout).not.toContain('that the panel does not have');
    // Tokens that it stores are told so in the first one, and the copy stays what it is.
    copy.write('.claude/.credentials.json', { claudeAiOauth: sessionOf('ada', 2).claudeAiOauth });
    await copy.json('capture');
    expect((await copy.run(['list'])).stdout).toContain('laptop (this machine), ');
    expect((await machine.run(['status'])).stdout).toMatch(
      /other tokens of it \(version \d+\), which laptop \(another machine\) has/,
    );
    await copy.remove();
  });

  it('is not held by what this machine was before it was uninstalled', async () => {
    await panel.store(first, sessionOf('ada'));
    await machine.json('use', first.name);
    await machine.json('uninstall', '--force');
    for (const args of [
      ['status'],
      ['doctor'],
      ['use', first.name],
      ['use', first.name],
      ['status'],
      ['doctor'],
    ]) {
      const { stdout, stderr } = await machine.run(args);
      expect([args, (stdout + stderr).includes('has held the session')]).toEqual([args, false]);
    }
    // Another machine of that name has nothing of the account.
    const twin = panel.machineInProcess('laptop');
    expect((await twin.run(['use', first.name])).stderr).toContain('Another machine called laptop has held');
    await twin.remove();
  });

  it('is held by another machine of this name where somebody has logged in here by hand as the same person', async () => {
    const twin = panel.machineInProcess('laptop');
    await panel.store(first, sessionOf('ada'));
    await twin.json('use', first.name, '--here');
    logIn('ada', 2);
    const told = expect.stringContaining('Another machine called laptop has held');
    const used = await machine.run(['use', first.name, '--here', '--force'], { as_process: true });
    expect(used).toMatchObject({ code: 0, stderr: told });
    for (const command of ['status', 'doctor'])
      expect((await machine.run([command], { as_process: true })).stdout).toEqual(told);
    await twin.remove();
  });

  it('is held by a machine, which is named before another uses tokens that may be dead', async () => {
    const desktop = panel.machineInProcess('desktop');
    await panel.store(first, sessionOf('ada'));
    await desktop.json('use', first.name);
    desktop.write('.claude/.credentials.json', { claudeAiOauth: sessionOf('ada', 2).claudeAiOauth });
    const { code, stderr } = await machine.run(['use', first.name]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('desktop has held the session of')]);
    expect(stderr).toContain('assistant-switch capture');
    expect((await desktop.run(['status'])).stdout).toContain('laptop');
    expect((await machine.run(['list'])).stdout).toContain('laptop (this machine), ');
    await desktop.remove();
  });

  it('stays held by the machine that has it where another has asked for it and brought nothing', async () => {
    const desktop = panel.machineInProcess('desktop');
    const next = panel.machineInProcess('next');
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    await desktop.json('use', first.name);
    const foreign = () => logIn('eve', 9);
    const half = () => machine.write('.claude/.credentials.json', '{"half');
    const asked: [command: string[], code: number, before: () => void][] = [
      [['sync', '--target', 'claude-code', '--dry-run'], 0, () => undefined],
      [['sync', '--dry-run'], 0, () => undefined],
      [['sync'], 1, foreign],
      [['use', second.name], 1, foreign],
      [['use', second.name, '--dry-run'], 1, foreign],
      [['use', first.name], 1, foreign],
      [['sync', '--target', 'claude-code'], 1, half],
    ];
    for (const [command, code, before] of asked) {
      before();
      const ended = await machine.run(command, { as_process: true });
      const [{ held_by }] = (await panel.accounts()) as [AccountDto];
      expect([command, ended.code, held_by?.machine]).toEqual([command, code, 'desktop']);
    }
    const { stderr } = await next.run(['sync', '--target', 'claude-code']);
    expect(stderr).toContain('desktop has held the session of');
    expect((await panel.accounts())[0]?.held_by?.machine).toBe('next');
    // Whoever finds the session in its files has it, too.
    await panel.store(second, sessionOf('eve', 9));
    await panel.activate(second);
    foreign();
    expect(await machine.json()).toMatchObject({ result: 'unchanged' });
    expect((await panel.accounts())[1]?.held_by?.machine).toBe('laptop');
    await Promise.all([desktop.remove(), next.remove()]);
  });

  it('stays held by the machine that has it where another cannot tell where it belongs', async () => {
    const desktop = panel.machineInProcess('desktop');
    await panel.acceptAny(first);
    await panel.store(first, { any: 'thing' });
    await desktop.json('use', first.name, '--target', './x.json');
    expect((await machine.run(['sync'], { as_process: true })).code).toBe(2);
    expect((await panel.accounts())[0]?.held_by?.machine).toBe('desktop');
    await desktop.remove();
  });

  it('says when it has ended by its own expiry', async () => {
    const { claudeAiOauth, oauthAccount } = sessionOf('ada');
    const refreshTokenExpiresAt = Date.now() - 3 * 86_400_000;
    await panel.store(first, { claudeAiOauth: { ...claudeAiOauth, refreshTokenExpiresAt }, oauthAccount });
    expect((await machine.run(['use', first.name])).stderr).toContain('ended 3 days ago');
  });
});
