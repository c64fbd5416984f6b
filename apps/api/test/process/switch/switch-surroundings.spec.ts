import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import { programEnvironment } from '../../harness/programs/program-environment';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

const CLI = join(__dirname, '../../../../../dist/apps/switch-cli/assistant-switch.cjs');

describe('where assistant-switch runs', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second] = [] as AccountDto[] as [AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  it.each(['', 'relative'])('writes nothing where HOME is "%s"', async (HOME) => {
    const before = machine.files();
    const { code, stderr } = await machine.run([], { as_process: true, variables: { HOME } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('HOME is')]);
    expect(machine.files()).toEqual(before);
  });

  it('goes through a company’s proxy as the environment says, and not to this machine', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, answer) => {
      const { method = '', url = '', headers } = request;
      const { host, pathname, search } = new URL(url);
      asked.push(host);
      const to = { host: '127.0.0.1', port: panel.app.port, path: pathname + search, method, headers };
      const forwarded = requestHttp(to, (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      });
      request.pipe(forwarded);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const variables = { HTTP_PROXY: address, HTTPS_PROXY: address };
    const here = await machine.run(['doctor'], { as_process: true, variables });
    expect([here.code, here.stdout, asked]).toEqual([
      0,
      expect.stringMatching(
        /proxy +Requests go through the proxy of HTTPS_PROXY, HTTP_PROXY; not for this machine/,
      ),
      [],
    ]);
    const elsewhere = { ...variables, ASSISTANT_SWITCH_URL: 'http://panel.invalid' };
    const ended = await machine.run(['--insecure'], { as_process: true, variables: elsewhere });
    // That is what the panel itself says to a name that is not its own: it was reached.
    expect(ended.stderr).toContain('The Host header names another server');
    expect(new Set(asked)).toEqual(new Set(['panel.invalid']));
    asked.length = 0;
    const excepted = { ...elsewhere, NO_PROXY: '.invalid' };
    expect(await machine.run(['--insecure'], { as_process: true, variables: excepted })).toMatchObject({
      code: 5,
    });
    expect(asked).toEqual([]);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('says which certificates are trusted beside those of Node', async () => {
    const variables = { NODE_EXTRA_CA_CERTS: machine.path('none.pem') };
    const { stdout } = await machine.run(['doctor'], { variables });
    expect(stdout).toContain(`NODE_EXTRA_CA_CERTS names ${machine.path('none.pem')}, which is not there`);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends with the code of %s', async (signal, expected) => {
    // It is asked and never answers, so the program is at work and waits when the signal comes.
    const silent = createServer();
    const isAsked = once(silent, 'request');
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const env = { ...programEnvironment(), HOME: machine.home };
    const child = spawn(process.execPath, [CLI, 'login', url, '--key-stdin'], { env, cwd: machine.home });
    const ended = once(child, 'close');
    child.stdin.end('a-key');
    await Promise.race([isAsked, ended]);
    child.kill(signal);
    expect(await ended).toEqual([expected, null]);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('never holds an assistant up: a hook gives up a lock that another run holds', async () => {
    const [target = ''] = (await machine.json(), machine.files()).filter((path) =>
      path.endsWith('/state.json'),
    );
    writeFileSync(machine.path(target, '../lock'), `${process.pid} alive\n`);
    const { code, stdout, stderr } = await machine.run(['hook', 'session-start', '--target', 'claude-code'], {
      // Far below the half minute that other commands wait.
      kill_after_ms: 20_000,
    });
    expect([code, stdout, stderr]).toEqual([0, '', '']);
  });

  it('takes its hooks out of every file by the list of them, and forgets the rest', async () => {
    const settings = '{\n  "model": "opus"\n}\n';
    machine.write('.claude/settings.json', settings);
    machine.write('other/settings.json', settings);
    await machine.run(['login', panel.url], { input: machine.key });
    await machine.json('hooks', 'install', 'claude-code');
    const variables = { CLAUDE_CONFIG_DIR: machine.path('other') };
    expect((await machine.run(['hooks', 'install', 'claude-code'], { variables })).code).toBe(0);
    expect((await machine.run(['uninstall'])).code).toBe(0);
    expect([machine.read('.claude/settings.json'), machine.read('other/settings.json')]).toEqual([
      settings,
      settings,
    ]);
    expect(machine.files().filter((path) => path.includes('assistant-switch/'))).toEqual([]);
  });

  it('takes hooks out that are older than the list of them', async () => {
    const settings = '{\n  "model": "opus"\n}\n';
    machine.write('.claude/settings.json', settings);
    await machine.run(['login', panel.url], { input: machine.key });
    await machine.json('hooks', 'install', 'claude-code');
    rmSync(machine.path('.local/state/assistant-switch/machine.json'));
    expect((await machine.run(['uninstall'])).code).toBe(0);
    expect(machine.read('.claude/settings.json')).toBe(settings);
  });

  it('says by its exit code whether this machine is in step, if it is asked to', async () => {
    expect((await machine.run(['status'])).code).toBe(0);
    expect((await machine.run(['status', '--exit-code'])).code).toBe(1);
    await machine.json();
    expect((await machine.run(['status', '--exit-code'])).code).toBe(0);
  });

  it('is not held up by a folder of the name of its file', async () => {
    mkdirSync(machine.path('.assistant-account'));
    expect((await machine.run(['use'])).code).toBe(2);
    expect(existsSync(machine.credentialsFile)).toBe(false);
  });

  it('completes what each command takes', async () => {
    const { stdout } = await machine.run(['completion', 'bash']);
    expect(stdout).toMatch(/ logout\) options=\(--purge /);
    expect(stdout).toMatch(/ hooks\) .*words=\(install remove\)/);
    expect(await machine.json('completion', 'fish')).toMatchObject({
      script: expect.stringContaining('-l here'),
    });
  });
});
