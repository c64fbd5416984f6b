import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

describe('the files that assistant-switch writes', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second] = [] as AccountDto[] as [AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const versionFiles = () => machine.files().filter((file) => file.includes('/versions/'));

  it('are 0600 in folders of 0700, whatever the umask', async () => {
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    const before = process.umask(0);
    try {
      await machine.json();
      await machine.json('use', second.name);
      await machine.run(['login', panel.url], { input: machine.key });
      await machine.json('--target', 'made/on the way/session.json');
    } finally {
      process.umask(before);
    }
    const files = machine.files();
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect([file, machine.mode(file)]).toEqual([file, '600']);
    for (const folder of ['.claude', '.local', '.config', 'made', 'made/on the way']) {
      expect([folder, machine.mode(folder)]).toEqual([folder, '700']);
    }
  });

  it('keep every byte that is not the account’s', async () => {
    await panel.store(first, sessionOf('ada'));
    const others =
      '{\n  "mcpOAuth": {"x|1": {"accessToken": "mcp", "n": 1.50, "e": "\\u00e9"}},\n  "10": 1, "2": [ ]';
    machine.write('.claude/.credentials.json', `${others}\n}\n`);
    machine.write('.claude.json', '{ "numStartups" : 12345678901234567890, "projects": {} }');
    await machine.json();
    expect(machine.read('.claude/.credentials.json')).toMatch(others);
    expect(machine.read('.claude.json')).toMatch('{ "numStartups" : 12345678901234567890, "projects": {}');
    await machine.json('restore');
    expect(machine.read('.claude/.credentials.json')).toBe(`${others}\n}\n`);
  });

  it('are where CLAUDE_CONFIG_DIR and CODEX_HOME say', async () => {
    await panel.store(first, sessionOf('ada'));
    const variables = { CLAUDE_CONFIG_DIR: machine.path('elsewhere') };
    expect((await machine.run(['sync'], { variables })).code).toBe(0);
    expect(JSON.parse(machine.read('elsewhere/.claude.json'))).toHaveProperty(
      'oauthAccount.accountUuid',
      'uuid-ada',
    );
    expect(existsSync(machine.path('.claude'))).toBe(false);
    const codex = { tokens: { access_token: 'a', refresh_token: 'r', account_id: 'acc' } };
    await panel.reset();
    await panel.store(first, codex);
    expect(
      (await machine.run(['--target', 'codex'], { variables: { CODEX_HOME: machine.path('c') } })).code,
    ).toBe(0);
    expect(JSON.parse(machine.read('c/auth.json'))).toEqual(codex);
  });

  it('hold the whole document of any other target, to the letter', async () => {
    const document = '{"10": 1,"2":[1.50,12345678901234567890], "é":"\\u00e9"}';
    await panel.acceptAny(first);
    await panel.storeText(first, document);
    await machine.json('--target', './session.json');
    expect(machine.read('session.json')).toBe(document);
    // Claude Code could not use it, so its file stays away.
    expect((await machine.run([])).code).toBe(2);
    expect(existsSync(machine.credentialsFile)).toBe(false);
  });

  it('of Codex are captured by the account in them, those of a path never by themselves', async () => {
    const codex = (owner: string, generation: number) => ({
      tokens: { access_token: `a${generation}`, refresh_token: 'r', account_id: owner },
      last_refresh: `2026-11-20T09:30:0${generation}Z`,
    });
    await panel.store(first, codex('acc', 1));
    await machine.json('--target', 'codex');
    machine.write('.codex/auth.json', codex('acc', 2));
    expect(await machine.json('--target', 'codex')).toMatchObject({ result: 'captured' });
    expect(await panel.stored(first)).toEqual(codex('acc', 2));
    machine.write('.codex/auth.json', codex('other', 3));
    expect((await machine.run(['--target', 'codex'])).code).toBe(1);

    await machine.json('--target', './x.json');
    machine.write('x.json', codex('acc', 3));
    expect((await machine.run(['--target', './x.json'])).code).toBe(1);
    expect(await machine.json('capture', first.name, '--target', './x.json')).toMatchObject({
      result: 'captured',
    });
    expect(await machine.json('--target', './x.json')).toMatchObject({ result: 'unchanged' });
  });

  it('are kept in their last 10 versions, and each can be found there', async () => {
    await panel.acceptAny(first);
    for (let count = 1; count <= 13; count++) {
      await panel.store(first, { count });
      await machine.json('--target', './x.json');
    }
    expect(versionFiles()).toHaveLength(10);
    const kept = versionFiles().map((file) => (JSON.parse(machine.read(file)) as { main: string }).main);
    expect(kept.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `{"count":${index + 3}}`).sort());
  });

  it('are never links: what a link leads to stays as it is', async () => {
    await panel.store(first, sessionOf('ada'));
    const victim = machine.path('victim.json');
    writeFileSync(victim, '{}');
    for (const link of ['.claude/.credentials.json', '.claude.json']) {
      mkdirSync(machine.path('.claude'), { recursive: true });
      symlinkSync(victim, machine.path(link));
      for (const args of [[], ['--force'], ['use', first.name]]) {
        expect([link, args, (await machine.run(args)).code]).toEqual([link, args, 1]);
      }
      expect((await machine.run(['doctor'])).code).toBe(1);
      rmSync(machine.path(link));
      expect(machine.files().filter((file) => file.startsWith('.claude'))).toEqual([]);
    }
    expect(readFileSync(victim, 'utf8')).toBe('{}');
  });

  it('are not put where anybody could replace them', async () => {
    await panel.store(first, sessionOf('ada'));
    mkdirSync(machine.path('open'));
    chmodSync(machine.path('open'), 0o777);
    const { code, stderr } = await machine.run(['--target', 'open/x.json']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('chmod o-w')]);
  });

  it('never lose the settings of the assistant, not even by force', async () => {
    await panel.store(first, sessionOf('ada'));
    machine.write('.claude.json', '{"projects": ');
    expect((await machine.run(['--force'])).code).toBe(1);
    expect(machine.read('.claude.json')).toBe('{"projects": ');
    expect(existsSync(machine.credentialsFile)).toBe(false);
  });

  it('hold the only secrets: none is printed, whatever the command and its end', async () => {
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    let printed = '';
    const say = async (...args: string[]) => {
      const { stdout, stderr } = await machine.run(args, { input: 'secret-input' });
      printed += stdout + stderr;
    };
    await say('--json');
    for (const args of [
      ['list', '--json'],
      ['status', '--json'],
      ['doctor'],
      ['use', second.name],
      ['restore'],
    ]) {
      await say(...args);
    }
    await say('login', panel.url);
    machine.write('.claude/.credentials.json', { claudeAiOauth: sessionOf('bob', 2).claudeAiOauth });
    await say('capture');
    await say('capture', first.name, '--json');
    await say('sync', '--force');
    machine.write('.claude/.credentials.json', '{"claudeAiOauth": "access-broken');
    await say('sync', '--json');
    expect(printed).toContain('Team');
    expect(printed).not.toMatch(/access-|refresh-/);
    expect(printed).not.toContain(machine.key);
    expect(printed).not.toContain('secret-input');
  });

  it('are not written while the assistant renews its tokens', async () => {
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    await machine.json();
    for (const lock of ['.claude/.oauth_refresh.lock', '.claude.lock']) {
      await machine.json('use', first.name);
      mkdirSync(machine.path(lock));
      const switching = machine.run(['use', second.name]);
      await new Promise((resolve) => setTimeout(resolve, 700));
      machine.write('.claude/.credentials.json', { claudeAiOauth: sessionOf('ada', 2).claudeAiOauth });
      expect(machine.read('.claude.json')).toContain('uuid-ada');
      rmSync(machine.path(lock), { recursive: true });
      expect((await switching).code).toBe(0);
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 2));
      await panel.store(first, sessionOf('ada'));
    }
    expect(machine.files().filter((file) => file.includes('lock'))).toEqual([]);
    expect([
      existsSync(join(machine.home, '.claude.lock')),
      existsSync(machine.path('.claude.json.lock')),
    ]).toEqual([false, false]);
  });

  it('end whole when many runs write them at once', async () => {
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    await machine.json();
    const names = [first.name, second.name, first.name, second.name];
    const ended = await Promise.all(names.map((name) => machine.run(['use', name], { as_process: true })));
    for (const { code, stderr } of ended) if (code !== 0) expect(stderr).toContain('Meanwhile');
    await machine.json();
    const active = (await panel.accounts()).find(({ is_active }) => is_active);
    const owner = active?.id === first.id ? 'ada' : 'bob';
    expect(JSON.parse(machine.read('.claude/.credentials.json'))).toEqual({
      claudeAiOauth: sessionOf(owner).claudeAiOauth,
    });
    expect(machine.read('.claude.json')).toContain(`uuid-${owner}`);
  });
});
