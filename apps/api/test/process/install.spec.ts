import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import { AS_SWITCH, ACCOUNTS, activeAccount, claudeSession } from '../harness/data/accounts';
import { signIn } from '../harness/data/panel-users';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { SECRETS } from '../harness/apps/test-app';

const PROJECT = join(__dirname, '../../../..');
const INSTALL_FOLDER = join(PROJECT, 'dist/install');
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };

describe('a machine with nothing but Node.js and npm', () => {
  let t: ServedApp;
  let home: string;
  let active: AccountDto;
  beforeAll(async () => {
    t = await startServedApp({ install_folder: INSTALL_FOLDER });
    active = await activeAccount(t);
    const session_data = claudeSession('ada');
    await t.http.put(`${ACCOUNTS}/${active.id}/session`).set(AS_SWITCH).send({ session_data }).expect(200);
    home = mkdtempSync(join(tmpdir(), 'install-machine-'));
  });
  afterAll(async () => {
    await t.close();
    rmSync(home, { recursive: true });
  });

  it('installs the CLI by the command of /install, from no registry, and switches and remembers with those that follow', async () => {
    const { text } = await sendRaw(t.port, { path: '/install', headers: { host: `127.0.0.1:${t.port}` } });
    const [install = '', login = '', use = '', remember = '', attach = ''] = text
      .split('\n')
      .filter((line) => line.startsWith('  '));

    expect(await shell(install)).toMatchObject({ code: 0 });
    expect(await shell('assistant-switch --version')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(version),
    });
    expect(await shell(login, SECRETS.SWITCH_API_KEY)).toMatchObject({ code: 0 });
    expect(await shell(use.replace('<account>', active.name))).toMatchObject({ code: 0 });

    const key = await memoryKey('first');
    expect(await shell(remember, key)).toMatchObject({ code: 0 });
    expect(await shell(attach)).toMatchObject({ code: 0 });
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toMatch(/assistant-memory'? hook/);

    const credentials = readFileSync(join(home, '.claude/.credentials.json'), 'utf8');
    const { claudeAiOauth } = claudeSession('ada');
    expect(JSON.parse(credentials)).toEqual({ claudeAiOauth });
  });

  it('has an assistant that remembers by the two commands of the readme', async () => {
    const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
    const [install = '', attach = ''] =
      /```sh\n(npm install --global .+\/assistant-cli\.tgz)\n(assistant-memory attach .+)\n```/
        .exec(readme)
        ?.slice(1)
        .map((line) => line.replaceAll('127.0.0.1:3000', `127.0.0.1:${t.port}`)) ?? [];
    expect(await shell(install)).toMatchObject({ code: 0 });
    expect(await shell(attach, await memoryKey('second'))).toMatchObject({ code: 0 });

    const transcript_path = join(home, 'first.jsonl');
    const message = { role: 'user', content: 'Please move the booking form to the shop window.' };
    writeFileSync(transcript_path, `${JSON.stringify({ type: 'user', uuid: '1', message })}\n`);
    const hook = (event: string, input: object) =>
      shell(`assistant-memory hook ${event}`, JSON.stringify({ cwd: home, ...input }));
    await hook('session-start', { session_id: 'first', transcript_path });
    await hook('checkpoint', { session_id: 'first', transcript_path });
    await hook('session-end', { session_id: 'first', transcript_path });
    const { stdout } = await hook('session-start', { session_id: 'second' });
    expect(stdout).toContain('move the booking form to the shop window');

    // The MCP server comes with the package, too.
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const served = await shell('{ cat; sleep 5; } | assistant-memory mcp', `${JSON.stringify(asked)}\n`);
    expect(served.stdout).toContain('save_summary');

    // Turns are their owner's, and an admin's who has confirmed.
    const { bearer } = await signIn(t, { role: 'admin' });
    const { body } = await t.http.get('/api/memory/assistants').set(bearer);
    expect(body.items).toMatchObject([
      { session_id: 'second', machine: hostname(), turns: 0 },
      // One line without a result makes no summary.
      { session_id: 'first', machine: hostname(), turns: 1, summaries: 0, brief: { omitted: 'none' } },
    ]);
  });

  it('gets a package without dependencies, with its licence, whose checksum is the one beside it', async () => {
    const file = await fetch(`http://127.0.0.1:${t.port}/install/assistant-cli.tgz`);
    const digest = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    const checksum = await sendRaw(t.port, { path: '/install/assistant-cli.tgz.sha256' });
    expect(checksum.text).toBe(`${digest}  assistant-cli.tgz\n`);

    const installed = join(home, 'lib/node_modules/assistant-cli');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    expect(manifest).toMatchObject({ version, license: 'MIT', engines: { node: '>=20' } });
    for (const name of ['dependencies', 'optionalDependencies', 'peerDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(name);
    expect(Object.keys(manifest.bin)).toEqual(['assistant-memory', 'assistant-switch']);
    for (const fileName of ['LICENSE', 'README.md', ...Object.values(manifest.bin)])
      expect([fileName, existsSync(join(installed, fileName))]).toEqual([fileName, true]);
  });

  async function memoryKey(name: string): Promise<string> {
    const admin = await signIn(t);
    const sent = t.http.post('/api/settings/keys').set(admin.bearer);
    const { body } = await sent.send({ name, scopes: ['memory'] }).expect(201);
    return (body as { key: string }).key;
  }

  /** Runs a line as a person would type it, on a machine that reaches no registry. */
  function shell(line: string, input = ''): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const env = {
      PATH: [join(home, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: home,
      npm_config_prefix: home,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_update_notifier: 'false',
    };
    return new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', line], { env, cwd: home });
      const ended = { stdout: '', stderr: '' };
      child.stdout.on('data', (text: Buffer) => (ended.stdout += text.toString()));
      child.stderr.on('data', (text: Buffer) => (ended.stderr += text.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, ...ended }));
      child.stdin.on('error', () => undefined).end(input);
    });
  }
});
