import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from '../process/switch/machine';
import { Panel, sessionOf } from '../process/switch/panel';
import { ASSISTANTS_FOLDER, codexConfig, environmentAt, programsPath } from './real-assistant';
import { StandInProvider } from './stand-in-provider';

const run = promisify(execFile);

if (ASSISTANTS_FOLDER === undefined)
  console.warn('SKIPPED: real assistants with the switch (npm run test:assistants installs them).');

/** A session of Codex, as its log-in by ChatGPT leaves it. The tokens tell whose they are. */
function codexSession(owner: string) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.UTC(2090, 0) / 1_000);
  const account = `acct-${owner}`;
  const claims = {
    exp,
    email: `${owner}@example.com`,
    'https://api.openai.com/auth': { chatgpt_account_id: account },
  };
  const token = `${part({ alg: 'RS256' })}.${part(claims)}.${part({ of: owner })}`;
  const tokens = {
    id_token: token,
    access_token: token,
    refresh_token: `refresh-${owner}`,
    account_id: account,
  };
  return { OPENAI_API_KEY: null, tokens, last_refresh: new Date().toISOString() };
}

(ASSISTANTS_FOLDER === undefined ? describe.skip : describe)('accounts of real assistants', () => {
  jest.setTimeout(150_000);
  let panel: Panel;
  let provider: StandInProvider;
  let machine: Machine;
  let [first, second] = [] as AccountDto[] as [AccountDto, AccountDto];
  beforeAll(async () => {
    panel = await Panel.start();
    provider = await StandInProvider.start();
  });
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machine();
    [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
  });
  afterEach(() => machine.remove());
  afterAll(async () => {
    await provider.close();
    await panel.close();
  });

  /** Without keys of an API, which would be used in place of the account. */
  function environment(): Record<string, string> {
    const {
      ANTHROPIC_API_KEY: _a,
      OPENAI_API_KEY: _o,
      GEMINI_API_KEY: _g,
      ...rest
    } = environmentAt(provider.base_url);
    return {
      ...rest,
      HOME: machine.home,
      PATH: programsPath(`${process.execPath.replace(/\/[^/]*$/, '')}:/usr/bin:/bin`),
    };
  }

  /** The credentials that the provider was sent meanwhile, each once. */
  async function sentDuring(work: () => Promise<unknown>): Promise<string[]> {
    const since = provider.asked.length;
    await work();
    return [...new Set(provider.asked.slice(since).map(({ credential }) => credential ?? 'none'))];
  }

  async function switchTo(...words: string[]): Promise<void> {
    const { code, stderr } = await machine.run(words);
    if (code !== 0) throw new Error(stderr);
  }

  describe('with Claude Code', () => {
    beforeEach(async () => {
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
    });

    const ask = (prompt: string) => run('claude', ['-p', prompt], { env: environment(), cwd: machine.home });
    const inRun = (name: string, prompt: string) =>
      machine.run(['run', name, '--', 'claude', '-p', prompt], { variables: environment() });
    const bearer = (owner: string) => [`Bearer access-${owner}-1`];
    const ownerOf = () =>
      (JSON.parse(machine.read('.claude.json')) as { oauthAccount: { emailAddress: string } }).oauthAccount
        .emailAddress;

    it('what use writes is what it sends, and its own writing of the file keeps the account', async () => {
      machine.write('.claude.json', { hasCompletedOnboarding: true, numStartups: 3 });
      for (const [account, owner] of [
        [first, 'ada'],
        [second, 'bob'],
      ] as const) {
        await switchTo('use', account.name);
        expect(await sentDuring(() => ask('Who am I'))).toEqual(bearer(owner));
        expect(ownerOf()).toBe(`${owner}@example.com`);
        expect(JSON.parse(machine.read('.claude/.credentials.json'))).toMatchObject({
          claudeAiOauth: { accessToken: `access-${owner}-1` },
        });
        const status = await machine.json('status');
        expect(JSON.stringify(status)).toContain(account.name);
      }
      // It wrote the file meanwhile: nobody else notes which version was the first.
      expect(JSON.parse(machine.read('.claude.json'))).toMatchObject({
        hasCompletedOnboarding: true,
        firstStartVersion: expect.any(String),
      });
    });

    it('run sends another account beside it, and leaves that of the machine alone', async () => {
      await switchTo('use', first.name);
      const sent = await sentDuring(async () => {
        const { code, stderr } = await inRun(second.name, 'Who am I');
        if (code !== 0) throw new Error(stderr);
      });
      expect(sent).toEqual(bearer('bob'));
      expect(await sentDuring(() => ask('And who now'))).toEqual(bearer('ada'));
      const both = await sentDuring(() => Promise.all([ask('One'), inRun(second.name, 'Two')]));
      expect(both.sort()).toEqual([...bearer('ada'), ...bearer('bob')]);
    });
  });

  describe('with Codex', () => {
    const WORDS = ['exec', '--skip-git-repo-check', 'Who am I'];
    const ask = () => {
      const asked = run('codex', WORDS, { env: environment(), cwd: machine.home });
      // It would wait for more of the prompt there.
      asked.child.stdin?.end();
      return asked;
    };

    beforeEach(async () => {
      await panel.store(first, codexSession('cora'));
      await panel.store(second, codexSession('dan'));
      machine.write('.codex/config.toml', codexConfig(provider.base_url, 'requires_openai_auth = true'));
    });

    it('what use and run write is what it sends', async () => {
      const bearer = (owner: string) => [`Bearer ${codexSession(owner).tokens.access_token}`];
      await switchTo('use', first.name, '--target', 'codex');
      expect(await sentDuring(ask)).toEqual(bearer('cora'));
      const sent = await sentDuring(async () => {
        const words = ['run', second.name, '--target', 'codex', '--', 'codex', ...WORDS];
        const { code, stderr } = await machine.run(words, { variables: environment() });
        if (code !== 0) throw new Error(stderr);
      });
      expect(sent).toEqual(bearer('dan'));
      expect(await sentDuring(ask)).toEqual(bearer('cora'));
      await switchTo('use', second.name, '--target', 'codex');
      expect(await sentDuring(ask)).toEqual(bearer('dan'));
      expect(JSON.parse(machine.read('.codex/auth.json'))).toMatchObject({
        tokens: { account_id: 'acct-dan' },
      });
    });
  });
});
