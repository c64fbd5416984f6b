import { existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

describe('assistant-switch run', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second] = [] as AccountDto[] as [AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machine();
    [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const runNode = (script: string, variables: Record<string, string> = {}) =>
    machine.run(['run', second.name, '--', process.execPath, '-e', script], { variables });
  const folder = () => machine.path('.local/state/assistant-switch/run', second.id);

  it('takes the rules of the user along, and nothing of another account', async () => {
    const deny = { permissions: { deny: ['Read(.env)'] } };
    machine.write('.claude/settings.json', deny);
    machine.write('.claude/CLAUDE.md', 'Always answer in German.');
    machine.write('.claude/skills/review/SKILL.md', 'Look twice.');
    machine.write('.claude/commands/go.md', 'Go.');
    machine.write('.claude/.credentials.json', { claudeAiOauth: sessionOf('ada').claudeAiOauth });
    machine.write('.claude.json', {
      oauthAccount: sessionOf('ada').oauthAccount,
      mcpServers: { memory: { command: 'assistant-memory' } },
      projects: { '/work': { hasTrustDialogAccepted: true, allowedTools: ['Bash(ls)'], lastCost: 3 } },
    });
    const seen = await runNode(`
      const { readFileSync } = require('node:fs');
      const read = (name) => readFileSync(process.env.CLAUDE_CONFIG_DIR + '/' + name, 'utf8');
      const names = ['settings.json', 'CLAUDE.md', 'skills/review/SKILL.md', 'commands/go.md', '.claude.json', '.credentials.json'];
      console.log(JSON.stringify(names.map(read)));`);
    expect([seen.code, seen.stderr]).toEqual([0, '']);
    const [settings, rules, skill, command, owner, credentials] = JSON.parse(seen.stdout) as string[];
    expect(JSON.parse(settings ?? '')).toEqual(deny);
    expect([rules, skill, command]).toEqual(['Always answer in German.', 'Look twice.', 'Go.']);
    expect(JSON.parse(owner ?? '')).toEqual({
      oauthAccount: sessionOf('bob').oauthAccount,
      mcpServers: { memory: { command: 'assistant-memory' } },
      projects: { '/work': { hasTrustDialogAccepted: true, allowedTools: ['Bash(ls)'] } },
    });
    expect(JSON.parse(credentials ?? '')).toEqual({ claudeAiOauth: sessionOf('bob').claudeAiOauth });
    // The rules of today count in the next run too.
    machine.write('.claude/CLAUDE.md', 'Always answer in French.');
    const next = await runNode(
      `console.log(require('node:fs').readFileSync(process.env.CLAUDE_CONFIG_DIR + '/CLAUDE.md', 'utf8'))`,
    );
    expect(next.stdout).toBe('Always answer in French.\n');
  });

  it('keeps MCP servers that were added inside, and drops what the user has removed', async () => {
    const own = (name: string) => ({ [name]: { command: name } });
    const servers = async () => {
      const { code } = await runNode('');
      expect(code).toBe(0);
      const text = readFileSync(join(folder(), '.claude.json'), 'utf8');
      return (JSON.parse(text) as { mcpServers?: object }).mcpServers;
    };
    machine.write('.claude.json', { mcpServers: { ...own('one'), ...own('two') } });
    expect(await servers()).toEqual({ ...own('one'), ...own('two') });
    const inside = JSON.parse(readFileSync(join(folder(), '.claude.json'), 'utf8')) as { mcpServers: object };
    writeFileSync(
      join(folder(), '.claude.json'),
      JSON.stringify({ ...inside, mcpServers: { ...inside.mcpServers, ...own('inside') } }),
    );
    machine.write('.claude.json', { mcpServers: own('two') });
    expect(await servers()).toEqual({ ...own('inside'), ...own('two') });
    machine.write('.claude.json', {});
    expect(await servers()).toEqual(own('inside'));
  });

  it('keeps transcripts when its folder goes, those of earlier versions too', async () => {
    machine.write(`.local/state/assistant-switch/run/${second.id}/projects/-old/one.jsonl`, 'old');
    const { code } = await runNode(`
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync(process.env.CLAUDE_CONFIG_DIR + '/projects/-work', { recursive: true });
      writeFileSync(process.env.CLAUDE_CONFIG_DIR + '/projects/-work/two.jsonl', 'new');`);
    expect(code).toBe(0);
    expect((await machine.run(['logout', '--purge'])).code).toBe(0);
    expect(existsSync(folder())).toBe(false);
    expect(machine.read('.claude/projects/-old/one.jsonl')).toBe('old');
    expect(machine.read('.claude/projects/-work/two.jsonl')).toBe('new');
  });

  it('leaves out what would be used in place of the session, and says so', async () => {
    machine.write(
      '.claude/settings.json',
      '{\n  // mine\n  "apiKeyHelper": "key.sh",\n  "env": { "ANTHROPIC_API_KEY": "k", "X": "1" },\n  "model": "opus"\n}\n',
    );
    machine.write('.claude/strange-thing/file', 'x');
    const { stdout, stderr } = await runNode(
      `console.log(require('node:fs').readFileSync(process.env.CLAUDE_CONFIG_DIR + '/settings.json', 'utf8'))`,
    );
    expect(stdout).toContain('"model": "opus"');
    expect(stdout).toContain('"X": "1"');
    expect(stdout).not.toMatch(/apiKeyHelper|ANTHROPIC_API_KEY/);
    expect(stderr).toContain('a copy without apiKeyHelper, ANTHROPIC_API_KEY');
    expect(stderr).toMatch(/Not taken along from .*: strange-thing\./);
    expect(machine.read('.claude/settings.json')).toContain('apiKeyHelper');
  });

  it('keeps what a session had written in the place of the user’s', async () => {
    machine.write('.claude/settings.json', { model: 'opus' });
    machine.write(`.local/state/assistant-switch/run/${second.id}/settings.json`, { model: 'own' });
    expect((await runNode('')).code).toBe(0);
    expect(lstatSync(join(folder(), 'settings.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder(), 'settings.json.before-run'), 'utf8')).toContain('own');
    expect(readdirSync(folder()).filter((name) => name.includes('before-run'))).toHaveLength(1);
  });

  it('says that Codex runs no hooks there until they are trusted there', async () => {
    await panel.reset();
    await panel.store(second, { tokens: { access_token: 'a', refresh_token: 'r', account_id: 'acc' } });
    const stop = [{ hooks: [{ type: 'command', command: 'echo' }] }];
    machine.write('.codex/hooks.json', { hooks: { Stop: stop } });
    const trust = (...folders: string[]) =>
      machine.write(
        '.codex/config.toml',
        folders
          .map(
            (path) => `[hooks.state.${JSON.stringify(`${path}/hooks.json:stop:0:0`)}]\ntrusted_hash = "x"\n`,
          )
          .join(''),
      );
    const words = ['run', second.name, '--target', 'codex', '--', process.execPath, '-e', ''];
    const noted = async () => {
      const { code, stderr } = await machine.run(words);
      expect(code).toBe(0);
      return stderr.includes('at "Hooks need review" choose 2');
    };
    trust();
    expect(await noted()).toBe(false);
    trust(machine.path('.codex'));
    expect(await noted()).toBe(true);
    trust(machine.path('.codex'), folder());
    expect(await noted()).toBe(false);
  });

  it('never gives the key of the panel to what it starts', async () => {
    const { stdout } = await runNode(`console.log(JSON.stringify(process.env))`, {
      ASSISTANT_MEMORY_KEY: 'memory-key',
    });
    expect(stdout).not.toContain(machine.key);
    expect(JSON.parse(stdout)).toMatchObject({ ASSISTANT_MEMORY_KEY: 'memory-key' });
  });

  it('keeps its own account whatever hooks and commands run inside', async () => {
    await machine.run(['login', panel.url], { input: machine.key });
    const cli = join(__dirname, '../../../../../dist/apps/switch-cli/assistant-switch.cjs');
    const inside = (...args: string[]) =>
      `spawnSync(process.execPath, ${JSON.stringify([cli, ...args])}, { encoding: 'utf8' })`;
    const { code, stdout } = await runNode(`
      const { spawnSync } = require('node:child_process');
      const hook = ${inside('hook', 'session-start', '--target', 'claude-code')};
      const sync = ${inside('sync')};
      const tokens = require('node:fs').readFileSync(process.env.CLAUDE_CONFIG_DIR + '/.credentials.json', 'utf8');
      console.log(JSON.stringify([hook.status, sync.status, sync.stderr, tokens]));`);
    expect(code).toBe(0);
    const [hook, sync, told, tokens] = JSON.parse(stdout) as [number, number, string, string];
    expect([hook, sync]).toEqual([0, 1]);
    expect(told).toContain('assistant-switch run');
    expect(tokens).toContain('access-bob');
  });

  it('does not lose renewed tokens to a purge, unless it is told to', async () => {
    const renewed = JSON.stringify({ claudeAiOauth: sessionOf('bob', 2).claudeAiOauth });
    const before = await machine.run(['run', second.name, '--', 'true']);
    expect([before.code, before.stderr]).toEqual([0, '']);
    machine.write(`.local/state/assistant-switch/run/${second.id}/.credentials.json`, renewed);
    const { code, stderr } = await machine.run(['logout', '--purge']);
    expect(code).toBe(1);
    expect(stderr).toContain(`holds tokens of ${second.name} that the panel does not have`);
    expect(stderr).toContain(`assistant-switch run ${second.id} -- true`);
    expect(existsSync(folder())).toBe(true);
    // The advice does what it says.
    expect((await machine.run(['run', second.name, '--', 'true'])).code).toBe(0);
    expect(await panel.stored(second)).toEqual(sessionOf('bob', 2));
    expect((await machine.run(['logout', '--purge'])).code).toBe(0);
    expect(existsSync(folder())).toBe(false);
  });

  it('is not purged while it works', async () => {
    const { stdout } = await runNode(`
      const { spawnSync } = require('node:child_process');
      const cli = ${JSON.stringify(join(__dirname, '../../../../../dist/apps/switch-cli/assistant-switch.cjs'))};
      const purge = spawnSync(process.execPath, [cli, 'logout', '--purge'], { encoding: 'utf8' });
      console.log(JSON.stringify([purge.status, purge.stderr]));`);
    const [code, told] = JSON.parse(stdout) as [number, string];
    expect(code).toBe(1);
    expect(told).toContain('a command of run works in');
  });
});
