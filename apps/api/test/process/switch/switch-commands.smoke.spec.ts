import { mkdirSync, rmSync } from 'node:fs';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

const WITHOUT_VARIABLES = { ASSISTANT_SWITCH_URL: '', ASSISTANT_SWITCH_KEY: '' };

describe('assistant-switch', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second, third] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const credentials = () => JSON.parse(machine.read('.claude/.credentials.json')) as object;
  const owner = () => (JSON.parse(machine.read('.claude.json')) as { oauthAccount?: object }).oauthAccount;
  /** As the assistant does when it renews its tokens. */
  const renew = (who: string, generation: number) =>
    machine.write('.claude/.credentials.json', { claudeAiOauth: sessionOf(who, generation).claudeAiOauth });

  describe('sync', () => {
    it('is what happens without a command: it writes tokens and owner, and then has nothing to do', async () => {
      await panel.store(first, sessionOf('ada'));
      expect(await machine.json()).toMatchObject({
        command: 'sync',
        result: 'written',
        account: { id: first.id },
      });
      expect(credentials()).toEqual({ claudeAiOauth: sessionOf('ada').claudeAiOauth });
      expect(owner()).toEqual(sessionOf('ada').oauthAccount);
      expect(await machine.json('sync')).toMatchObject({ result: 'unchanged' });
    });

    it('ends with 4 and writes nothing as long as no account is active or it has no session', async () => {
      expect((await machine.run(['sync'])).code).toBe(4);
      await panel.app.panel.query('update assistant_accounts set is_active = false');
      const { code, stderr } = await machine.run(['sync', '--json']);
      expect([code, JSON.parse(stderr)]).toMatchObject([
        4,
        { error: { code: 'no_active_account', exit_code: 4 } },
      ]);
      expect(machine.files().filter((file) => file.includes('claude'))).toEqual([]);
    });

    it('replaces what it has written, also on another day with another account', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await machine.json();
      await panel.activate(second);
      expect(await machine.json()).toMatchObject({ result: 'written', captured: null });
      expect(owner()).toEqual(sessionOf('bob').oauthAccount);
    });

    it('takes what equals the session in the panel for its own, however it is spaced', async () => {
      await panel.store(first, sessionOf('ada'));
      const { claudeAiOauth, oauthAccount } = sessionOf('ada');
      machine.write('.claude/.credentials.json', JSON.stringify({ claudeAiOauth }, null, 3));
      machine.write('.claude.json', { oauthAccount });
      expect(await machine.json()).toMatchObject({ result: 'unchanged' });
      renew('ada', 2);
      expect(await machine.json()).toMatchObject({ result: 'captured' });
    });

    it('stores renewed tokens in the panel, for the account that they belong to', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await machine.json();
      renew('ada', 2);
      expect(await machine.json()).toMatchObject({ result: 'captured', captured: { id: first.id } });
      renew('ada', 3);
      await panel.activate(second);
      expect(await machine.json()).toMatchObject({ result: 'written', captured: { id: first.id } });
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 3));
      expect(await panel.stored(second)).toEqual(sessionOf('bob'));
    });

    it('goes by what the panel has once another run is done', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await machine.json();
      renew('ada', 2);
      /** Two runs that have read the session when one of them may go on. */
      const two = async (meanwhile = () => Promise.resolve()) => {
        mkdirSync(machine.path('.claude.lock'));
        const both = [machine.json('sync'), machine.json('sync')];
        await new Promise((resolve) => setTimeout(resolve, 700));
        await meanwhile();
        rmSync(machine.path('.claude.lock'), { recursive: true });
        return (await Promise.all(both)).map(({ result }) => result as string).sort();
      };
      expect(await two()).toEqual(['captured', 'unchanged']);
      expect(await two(() => panel.activate(second))).toEqual(['unchanged', 'written']);
      expect(owner()).toEqual(sessionOf('bob').oauthAccount);
    });

    it('refuses what is not known to be safe, and says both ways out', async () => {
      await panel.store(first, sessionOf('ada'));
      renew('eve', 1);
      machine.write('.claude.json', { oauthAccount: sessionOf('eve').oauthAccount });
      const before = machine.read('.claude/.credentials.json');
      const { code, stderr } = await machine.run([]);
      expect(code).toBe(1);
      expect(stderr).toContain('assistant-switch capture <account>');
      expect(stderr).toContain('--force');
      expect(machine.read('.claude/.credentials.json')).toBe(before);

      expect(await machine.json('--force')).toMatchObject({ result: 'written' });
      renew('eve', 2);
      machine.write('.claude.json', { oauthAccount: sessionOf('eve').oauthAccount });
      expect((await machine.run([])).code).toBe(1);
      await machine.json('capture', third.name);
      expect(await machine.json()).toMatchObject({ result: 'written' });
      expect(await panel.stored(third)).toEqual(sessionOf('eve', 2));
    });

    it('never captures a session that is older, wiped, or that tells no owner', async () => {
      await panel.store(first, sessionOf('ada', 5));
      await machine.json();
      const { oauthAccount, claudeAiOauth } = sessionOf('ada', 6);
      const unfit: [object, object][] = [
        [sessionOf('ada', 4).claudeAiOauth, { oauthAccount }],
        [{ ...claudeAiOauth, refreshToken: '' }, { oauthAccount }],
        [claudeAiOauth, {}],
      ];
      for (const [tokens, notes] of unfit) {
        machine.write('.claude/.credentials.json', { claudeAiOauth: tokens });
        machine.write('.claude.json', notes);
        expect((await machine.run(['--json'])).code).toBe(1);
      }
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 5));
      machine.write('.claude/.credentials.json', { claudeAiOauth: { accessToken: '', refreshToken: '' } });
      expect(await machine.json()).toMatchObject({ result: 'written' });
    });

    it('refuses to capture over a session that the panel got meanwhile', async () => {
      await panel.store(first, sessionOf('ada', 1));
      await machine.json();
      await panel.store(first, sessionOf('ada', 7));
      renew('ada', 2);
      const { code, stderr } = await machine.run([]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('meanwhile')]);
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 7));
      expect((await machine.run(['capture', first.name])).code).toBe(1);
      expect(await machine.json('--force')).toMatchObject({ result: 'written' });
      expect(credentials()).toEqual({ claudeAiOauth: sessionOf('ada', 7).claudeAiOauth });
    });

    it('replaces by force even renewed tokens of the same account, but stores those of another first', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await machine.json();
      renew('ada', 2);
      expect(await machine.json('--force')).toMatchObject({ result: 'written', captured: null });
      expect(credentials()).toEqual({ claudeAiOauth: sessionOf('ada').claudeAiOauth });
      renew('ada', 3);
      expect(await machine.json('use', second.name, '--force')).toMatchObject({ captured: { id: first.id } });
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 3));
    });

    it('takes the owner away with a session that names none, and does not capture that later', async () => {
      const { claudeAiOauth } = sessionOf('ada');
      machine.write(
        '.claude.json',
        '{"numStartups": 3, "oauthAccount": {"accountUuid": "old"}, "big": 1.50}',
      );
      await panel.store(first, { claudeAiOauth });
      await machine.json();
      expect(machine.read('.claude.json')).toBe('{"numStartups": 3, "big": 1.50}');
      renew('ada', 2);
      expect((await machine.run([])).code).toBe(1);
      expect(await machine.json('capture', first.name)).toMatchObject({ result: 'captured' });
    });
  });

  describe('list', () => {
    it('shows the accounts, the active one and the one on this machine, and no session', async () => {
      await panel.store(first, sessionOf('ada'));
      await machine.json();
      const { stdout } = await machine.run(['list']);
      // No colours where nobody looks.
      expect(stdout).not.toContain('\u001b');
      expect(stdout).toMatch(new RegExp(`● +${first.name} .*active, on this machine`));
      expect(stdout).toContain(second.name);
      const { accounts } = await machine.json('list');
      expect(accounts).toMatchObject([
        { id: first.id, is_active: true, is_here: true, has_session: true },
        {},
        {},
      ]);
    });
  });

  describe('use', () => {
    it('activates an account by its name or id, and brings it', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      expect(await machine.json('use', second.name)).toMatchObject({
        account: { id: second.id },
        result: 'written',
      });
      renew('bob', 2);
      expect(await machine.json('use', first.id)).toMatchObject({
        captured: { id: second.id },
        result: 'written',
      });
      expect((await panel.accounts()).map(({ is_active }) => is_active)).toEqual([true, false, false]);
      expect(await panel.stored(second)).toEqual(sessionOf('bob', 2));
    });

    it('ends with 4 for an account without a session, and activates nothing', async () => {
      expect((await machine.run(['use', second.name])).code).toBe(4);
      expect((await panel.accounts())[0]).toMatchObject({ is_active: true });
    });

    it('ends with 2 for a name that nobody has, or that two have', async () => {
      expect((await machine.run(['use', 'nobody'])).code).toBe(2);
      expect((await machine.run(['use', first.name.toUpperCase()])).code).toBe(2);
      await panel.app.panel.query('update assistant_accounts set name = $1 where id = $2', [
        first.name,
        third.id,
      ]);
      const { code, stderr } = await machine.run(['use', first.name]);
      await panel.app.panel.query('update assistant_accounts set name = $1 where id = $2', [
        third.name,
        third.id,
      ]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(third.id)]);
    });

    it('leaves the panel alone when what is here is not safe', async () => {
      await panel.store(second, sessionOf('bob'));
      renew('eve', 1);
      expect((await machine.run(['use', second.name])).code).toBe(1);
      expect((await panel.accounts())[0]).toMatchObject({ is_active: true });
    });

    it('may leave a session that is exactly the active one of the panel', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      renew('ada', 1);
      machine.write('.claude.json', { oauthAccount: sessionOf('ada').oauthAccount });
      expect(await machine.json('use', second.name)).toMatchObject({ result: 'written' });
    });
  });

  describe('capture', () => {
    it('stores tokens and owner, and needs no name once it is known whose they are', async () => {
      renew('ada', 1);
      machine.write('.claude.json', { oauthAccount: sessionOf('ada').oauthAccount });
      expect((await machine.run(['capture'])).code).toBe(2);
      expect(await machine.json('capture', first.name)).toMatchObject({
        result: 'captured',
        account: { id: first.id },
      });
      expect(await panel.stored(first)).toEqual(sessionOf('ada'));
      expect(await machine.json('capture')).toMatchObject({ result: 'unchanged' });
      renew('ada', 2);
      expect(await machine.json('capture')).toMatchObject({ result: 'captured' });
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 2));
    });

    it('stores no session under an account that it does not belong to, unless forced', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await machine.json();
      expect((await machine.run(['capture', second.name])).code).toBe(1);
      renew('ada', 2);
      expect((await machine.run(['capture', second.name])).code).toBe(1);
      machine.write('.claude.json', { oauthAccount: sessionOf('eve').oauthAccount });
      expect((await machine.run(['capture', first.name])).code).toBe(1);
      expect([await panel.stored(first), await panel.stored(second)]).toEqual([
        sessionOf('ada'),
        sessionOf('bob'),
      ]);
      expect(await machine.json('capture', third.name, '--force')).toMatchObject({ result: 'captured' });
    });

    it('ends with 4 where there is no session', async () => {
      expect((await machine.run(['capture', first.name])).code).toBe(4);
      machine.write('.claude/.credentials.json', '{"mcpOAuth":{}}');
      expect((await machine.run(['capture', first.name])).code).toBe(4);
    });
  });

  describe('status', () => {
    it('tells what is here and in the panel, and ends with 0 whatever it finds', async () => {
      await panel.store(first, sessionOf('ada'));
      expect(await machine.json('status')).toMatchObject({ is_in_step: false, local: { state: 'none' } });
      await machine.json();
      expect(await machine.json('status')).toMatchObject({
        is_in_step: true,
        local: { state: 'as_written', account: { id: first.id } },
        panel: { url: panel.url, active: { id: first.id }, error: null },
      });
      renew('ada', 2);
      expect(await machine.json('status')).toMatchObject({ is_in_step: false, local: { state: 'changed' } });
      machine.write('.claude/.credentials.json', '{');
      expect(await machine.json('status')).toMatchObject({ local: { state: 'unreadable' } });
      const broken: Record<string, string>[] = [
        { ASSISTANT_SWITCH_URL: 'http://127.0.0.1:9' },
        { ASSISTANT_SWITCH_KEY: 'wrong' },
        WITHOUT_VARIABLES,
      ];
      for (const variables of broken) {
        expect((await machine.run(['status'], { variables })).code).toBe(0);
      }
    });
  });

  describe('restore', () => {
    it('puts back the version before the last write, with what is remembered of it, and leaves the panel alone', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await machine.json();
      renew('ada', 2);
      const before = [machine.read('.claude/.credentials.json'), machine.read('.claude.json')];
      await machine.json('use', second.name);
      expect(await machine.json('restore')).toMatchObject({ result: 'restored', account: { id: first.id } });
      expect([machine.read('.claude/.credentials.json'), machine.read('.claude.json')]).toEqual(before);
      expect((await panel.accounts())[1]).toMatchObject({ is_active: true });
      expect(await machine.json('status')).toMatchObject({
        local: { state: 'as_written', account: { id: first.id } },
      });

      expect(await machine.json('restore')).toMatchObject({ account: { id: second.id } });
      expect(credentials()).toEqual({ claudeAiOauth: sessionOf('bob').claudeAiOauth });
    });

    it('puts back what force has replaced, of whoever it was', async () => {
      await panel.store(first, sessionOf('ada'));
      machine.write('.claude/.credentials.json', 'not even JSON');
      expect((await machine.run([])).code).toBe(1);
      await machine.json('--force');
      expect(await machine.json('restore')).toMatchObject({ account: null });
      expect(machine.read('.claude/.credentials.json')).toBe('not even JSON');
      expect((await machine.run([])).code).toBe(1);
    });

    it('ends with 4 where no version is kept', async () => {
      expect((await machine.run(['restore'])).code).toBe(4);
    });
  });

  describe('login and logout', () => {
    it('take the key from standard input, check it, and keep it in a file of their own', async () => {
      await panel.store(first, sessionOf('ada'));
      const key = machine.key;
      const variables = WITHOUT_VARIABLES;
      expect((await machine.run(['sync'], { variables })).code).toBe(3);
      expect((await machine.run(['login', panel.url], { variables, input: 'wrong\n' })).code).toBe(3);
      expect((await machine.run(['login', panel.url], { variables, input: `${key}\n` })).code).toBe(0);
      expect(machine.mode('.config/assistant-switch/config.json')).toBe('600');
      expect((await machine.run(['sync'], { variables })).code).toBe(0);
      // The environment wins.
      expect(
        (await machine.run(['list'], { variables: { ...variables, ASSISTANT_SWITCH_KEY: 'x' } })).code,
      ).toBe(3);
      const id = machine.read('.local/state/assistant-switch/machine-id');
      expect((await machine.run(['logout'], { variables })).stdout).toContain('Forgotten');
      expect((await machine.run(['logout'], { variables })).stdout).toContain('Nothing to do');
      expect((await machine.run(['list'], { variables })).code).toBe(3);
      const both = await machine.run(['login', '--key-stdin'], {
        variables,
        input: `${panel.url}\n${key}\n`,
      });
      expect(both.code).toBe(0);
      // It is the same machine as before; only --purge, also where nobody is logged in, makes it another one.
      expect(machine.read('.local/state/assistant-switch/machine-id')).toBe(id);
      await machine.run(['logout', '--force'], { variables });
      const { stdout } = await machine.run(['logout', '--purge', '--force'], { variables });
      expect(stdout).toContain('was removed: nothing can be restored');
      expect(stdout).not.toContain('Nothing to do');
      expect(machine.files().filter((file) => file.includes('assistant-switch'))).toEqual([]);
    });

    it('take no key that a header cannot carry, and no address that is none', async () => {
      for (const args of [
        ['login', panel.url],
        ['login', 'panel'],
      ]) {
        expect((await machine.run(args, { variables: WITHOUT_VARIABLES, input: 'a key\n' })).code).toBe(2);
      }
    });
  });

  describe('doctor', () => {
    it('is content with a machine that is well', async () => {
      await panel.store(first, sessionOf('ada'));
      await machine.json();
      expect(await machine.json('doctor')).toMatchObject({ is_well: true });
      const { stdout } = await machine.run(['doctor']);
      expect(stdout).toContain('All is well.');
    });

    it('names what would defeat a switch', async () => {
      await panel.store(first, sessionOf('ada'));
      await machine.json();
      machine.write('.claude/settings.json', { apiKeyHelper: 'x' });
      const variables = { ANTHROPIC_API_KEY: 'sk-canary', CLAUDE_CODE_USE_BEDROCK: '1' };
      const { stdout, code } = await machine.run(['doctor'], { variables });
      for (const name of ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_USE_BEDROCK', 'apiKeyHelper'])
        expect(stdout).toContain(name);
      expect([code, stdout.includes('sk-canary')]).toEqual([0, false]);
    });

    it('says which scopes a key lacks, and ends as the first error would', async () => {
      const agent = { ASSISTANT_SWITCH_KEY: panel.agent_key };
      const { code, stdout } = await machine.run(['doctor', '--json'], { variables: agent });
      expect(code).toBe(3);
      for (const scope of ['session:read', 'account:activate', 'session:write'])
        expect(stdout).toContain(scope);
      expect(
        (await machine.run(['doctor'], { variables: { ASSISTANT_SWITCH_URL: 'http://127.0.0.1:9' } })).code,
      ).toBe(5);
    });

    it('changes nothing in the panel', async () => {
      await panel.store(first, sessionOf('ada'));
      const before = await panel.accounts();
      await machine.json('doctor');
      expect(await panel.accounts()).toEqual(before);
      expect(machine.files()).toEqual([]);
    });
  });

  describe('--dry-run', () => {
    it('says what each command would do, and changes nothing anywhere', async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      expect(await machine.json('--dry-run')).toMatchObject({ dry_run: true, result: 'written' });
      expect(machine.files()).toEqual([]);
      await machine.json();
      renew('ada', 2);
      const before = [machine.files(), machine.read('.claude/.credentials.json'), await panel.accounts()];
      expect(await machine.json('--dry-run')).toMatchObject({ result: 'captured' });
      expect(await machine.json('use', second.name, '--dry-run')).toMatchObject({
        captured: { id: first.id },
      });
      expect(await machine.json('capture', '--dry-run')).toMatchObject({ result: 'captured' });
      expect([machine.files(), machine.read('.claude/.credentials.json'), await panel.accounts()]).toEqual(
        before,
      );
    });
  });

  describe('the built program', () => {
    beforeEach(() => (machine = panel.machine()));

    it('does what the sources do, with the key that it has from standard input', async () => {
      await panel.store(first, sessionOf('ada'));
      const variables = WITHOUT_VARIABLES;
      const input = `${machine.key}\n`;
      expect((await machine.run(['login', panel.url], { variables, input })).code).toBe(0);
      expect((await machine.run(['sync'], { variables })).code).toBe(0);
      expect(credentials()).toEqual({ claudeAiOauth: sessionOf('ada').claudeAiOauth });
      renew('eve', 1);
      machine.write('.claude.json', { oauthAccount: sessionOf('eve').oauthAccount });
      expect(await machine.run(['sync'], { variables })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--force'),
      });
    });

    it('ends with 2 for what it does not know, also as JSON', async () => {
      expect((await machine.run(['--target', 'cluade-code'])).code).toBe(2);
      const { stdout, stderr } = await machine.run(['frobnicate', '--json']);
      expect([stdout, JSON.parse(stderr)]).toMatchObject(['', { error: { code: 'usage', exit_code: 2 } }]);
    });

    it('explains itself, and says the same wherever an option stands', async () => {
      const { code, stdout } = await machine.run(['--help']);
      expect(code).toBe(0);
      for (const part of [
        'ASSISTANT_SWITCH_URL',
        '.credentials.json',
        'Exit codes',
        'capture [account]',
        '--target',
      ]) {
        expect(stdout).toContain(part);
      }
      expect((await machine.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      await panel.store(first, sessionOf('ada'));
      expect((await machine.run(['--json', 'list'])).stdout).toBe(
        (await machine.run(['list', '--json'])).stdout,
      );
    });
  });
});
