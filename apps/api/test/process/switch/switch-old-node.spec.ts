import { execFileSync, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Machine } from './machine';

const BUILT = join(__dirname, '../../../../../dist/apps/switch-cli');
const CLI = join(BUILT, 'assistant-switch.cjs');
const MEMORY = join(BUILT, 'assistant-memory.cjs');
const PARTS = ['memory-commands.cjs', 'memory-hooks.cjs', 'memory-mcp.cjs', 'memory-sdk.cjs'];
/** Which parts a file loads. */
const LOADED: Record<string, string[]> = {
  [MEMORY]: PARTS.slice(0, 3),
  [join(BUILT, 'memory-mcp.cjs')]: PARTS.slice(3),
};

/** A Node.js 20 that is installed on the machine, the oldest that is supported. */
const node20 = ['/usr/local/bin/node', '/usr/bin/node'].find((path) => {
  const { error, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return error === undefined && stdout.startsWith('v20.');
});

if (node20 === undefined) console.warn('SKIPPED: the CLI on Node.js 20 (which is not installed here).');

describe('the built file', () => {
  (node20 === undefined ? it.skip : it)('runs on Node.js 20', () => {
    const home = mkdtempSync(join(tmpdir(), 'switch-node20-'));
    const run = (...args: string[]) =>
      spawnSync(node20!, [CLI, ...args], { encoding: 'utf8', env: { HOME: home, PATH: '/usr/bin:/bin' } });
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('hooks', 'install', 'claude-code', '--json')).toMatchObject({ status: 0, stderr: '' });
    expect(run('status').status).toBe(0);
    expect(run('list').status).toBe(3);
    const env = {
      HOME: home,
      PATH: '/usr/bin:/bin',
      ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9',
      ASSISTANT_MEMORY_KEY: 'k',
    };
    const remember = (...args: string[]) =>
      spawnSync(node20!, [MEMORY, ...args], { encoding: 'utf8', env, cwd: home });
    expect(remember('attach', 'claude-code', '--json')).toMatchObject({ status: 0, stderr: '' });
    expect(remember('brief').status).toBe(5);
    rmSync(home, { recursive: true });
  });

  it.each([CLI, MEMORY, ...PARTS.map((part) => join(BUILT, part))])(
    'needs nothing beside it but the parts of its package: %s',
    (file) => {
      const text = execFileSync('grep', ['-o', 'require("[^"]*")', file], { encoding: 'utf8' });
      const names = new Set([...text.matchAll(/require\("([^"]*)"\)/g)].map(([, name]) => name));
      const builtin =
        /^(node:|assert$|buffer$|child_process$|constants$|crypto$|events$|fs$|os$|path$|process$|stream$|util$)/;
      const others = [...names].filter((name) => !builtin.test(name ?? ''));
      expect(others.sort()).toEqual((LOADED[file] ?? []).map((part) => `./${part}`));
    },
  );
});

describe('a newer version in the panel', () => {
  let server: Server;
  let asked: string[] = [];
  let page = 'assistant-cli 99.0.0\nnpm install …\n';
  let delayMs = 0;
  const account = { id: '01a1f9f3-5136-7fce-9152-5d0df71a3ae3', name: 'A', type: 'pro', has_session: false };

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/install') setTimeout(() => response.end(page), delayMs);
      else response.setHeader('content-type', 'application/json').end(JSON.stringify([account]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    asked = [];
    delayMs = 0;
    page = 'assistant-cli 99.0.0\nnpm install …\n';
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const newMachine = () => new Machine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key');

  it('is asked for and told once a day, and never beside JSON', async () => {
    const machine = newMachine();
    expect((await machine.run(['list', '--json'])).stderr).toBe('');
    const { stderr, code } = await machine.run(['list']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('/install/assistant-cli.tgz')]);
    expect(stderr).toContain('99.0.0');
    expect(await machine.run(['list'])).toMatchObject({ code: 0, stderr: '' });
    expect(asked.filter((url) => url === '/install')).toHaveLength(1);
    await machine.remove();
  });

  it('is not waited for, and its absence is no failure', async () => {
    for (const [text, waitMs] of [
      ['assistant-cli 99.0.0', 30_000],
      ['assistant-cli 0.0.1', 0],
      ['<html>', 0],
    ] as const) {
      const machine = newMachine();
      page = text;
      delayMs = waitMs;
      const { stderr, code } = await machine.run(['list']);
      expect([code, stderr]).toEqual([0, '']);
      await machine.remove();
    }
  });
});
