import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectProblem } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const PACKAGE = Buffer.from([0x1f, 0x8b, 0, 0xff, 0xfe]);
const DIGEST = createHash('sha256').update(PACKAGE).digest('hex');

describe('the installation of the CLI', () => {
  let folder: string;
  let t: ServedApp;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'install-'));
    writeFileSync(join(folder, 'assistant-cli.tgz'), PACKAGE);
    writeFileSync(join(folder, 'assistant-cli.tgz.sha256'), `${DIGEST}  assistant-cli.tgz\n`);
    writeFileSync(join(folder, 'version'), '1.2.3\n');
    t = await startServedApp({ install_folder: folder });
  });
  afterAll(async () => {
    await t.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, headers = {}) => sendRaw(t.port, { path, headers });

  it('is a text that begins with the version and names the commands with the address of this server', async () => {
    const { status, headers, text } = await get('/install', { host: 'panel.localhost:8443' });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const [first, ...lines] = text.split('\n');
    expect(first).toBe('assistant-cli 1.2.3');
    const url = 'http://panel.localhost:8443';
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      `  npm install --global ${url}/install/assistant-cli.tgz`,
      `  assistant-switch login ${url}`,
      '  assistant-switch use "<account>"',
      `  assistant-memory login ${url}`,
      '  assistant-memory attach claude-code',
    ]);
  });

  it('promises no more than was tried: Linux, the oldest Node.js, and what is untried elsewhere', async () => {
    const { text } = await get('/install');
    const [, node] = /Node\.js (\d+) or later, on Linux/.exec(text) ?? [];
    const { engines } = JSON.parse(readFileSync(join(__dirname, '../../../../../package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(`>=${node}`).toBe(engines.node);
    expect(text).toMatch(/macOS .*untried/);
    expect(text).toMatch(/Windows .*only parts are tried/);
    expect(text).toContain('assistant-memory uninstall && assistant-switch uninstall');
  });

  it('names the address that is set', async () => {
    const named = await startServedApp({
      urls: t.urls,
      install_folder: folder,
      environment: { PUBLIC_URL: 'http://127.0.0.2:4000' },
    });
    const { text } = await sendRaw(named.port, { path: '/install', headers: { host: 'other.localhost' } });
    await named.close();
    expect(text).toContain('npm install --global http://127.0.0.2:4000/install/assistant-cli.tgz');
    expect(text).not.toContain('evil');
  });

  it('is a package and its checksum, which are asked for again', async () => {
    const file = await fetch(`http://127.0.0.1:${t.port}/install/assistant-cli.tgz`);
    expect(file.headers.get('content-type')).toBe('application/gzip');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PACKAGE);
    const checksum = await get('/install/assistant-cli.tgz.sha256');
    expect(checksum.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(checksum.text).toBe(`${DIGEST}  assistant-cli.tgz\n`);
    for (const path of ['/install', '/install/assistant-cli.tgz', '/install/assistant-cli.tgz.sha256']) {
      const { headers } = await get(path);
      expect(headers['cache-control']).toBe('no-cache');
      const again = await get(path, { 'if-none-match': headers['etag'] });
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await sendRaw(t.port, { method: 'HEAD', path });
      expect([head.status, head.text]).toEqual([200, '']);
    }
  });

  it('takes no notice of credentials, and shows nothing else', async () => {
    expect((await get('/install', { 'x-api-key': 'wrong' })).status).toBe(200);
    for (const path of ['/install/version', '/install/x', '/install/..%2fversion', '/install/a/b'])
      expectProblem(await get(path), 404, 'not_found');
    for (const path of ['/install', '/install/assistant-cli.tgz'])
      expectProblem(await sendRaw(t.port, { method: 'POST', path }), 405, 'method_not_allowed');
  });

  it('is not there where it was not built', async () => {
    const bare = await startServedApp({ urls: t.urls });
    for (const path of ['/install', '/install/assistant-cli.tgz', '/install/assistant-cli.tgz.sha256'])
      expect(expectProblem(await sendRaw(bare.port, { path }), 404, 'not_found').detail).toContain(
        'not built',
      );
    await bare.close();
  });
});
