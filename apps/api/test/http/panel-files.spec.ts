import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expectProblem } from '../harness/http/problems';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';

const PAGE =
  '<!doctype html><script nonce="__CSP_NONCE__"></script><app-root ngCspNonce="__CSP_NONCE__"></app-root>';
const SCRIPT = 'console.log("panel");'.repeat(50);

describe('the files of the panel', () => {
  let t: ServedApp;
  let folder: string;
  const get = (path: string, headers = {}) => sendRaw(t.port, { path, headers });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'panel-files-'));
    mkdirSync(join(folder, 'media'));
    const files: [string, string | Buffer][] = [
      ['index.html', PAGE],
      ['favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['main-AB3_-9xZ.js', SCRIPT],
      ['main-AB3_-9xZ.js.br', brotliCompressSync(SCRIPT)],
      ['main-AB3_-9xZ.js.gz', gzipSync(SCRIPT)],
      ['media/inter-ABCDEFGH.woff2', 'font'],
      ['panel-worker.js', SCRIPT],
      ['ngsw.json', '{}'],
      ['offline.html', '<!doctype html>'],
    ];
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
    t = await startServedApp({ panel_folder: folder });
  });
  afterAll(async () => {
    await t.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/login?return=%2Fclients', '/clients/0199', '/settings/profile', '/appointments', '/x/y/z'])(
    'are the page at %s',
    async (path) => {
      const { status, headers, text } = await get(path);

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain('<app-root');
    },
  );

  it('let the page run only what carries the nonce of this answer, and never the same twice', async () => {
    const answers = await Promise.all([get('/'), get('/')]);
    const nonces = answers.map(({ headers, text }) => {
      const [, nonce = ''] =
        /script-src 'self' 'nonce-([\w+/=]+)'/.exec(String(headers['content-security-policy'])) ?? [];
      expect(text.split(`"${nonce}"`)).toHaveLength(3);
      expect(text).not.toContain('__CSP_NONCE__');
      return nonce;
    });

    expect(nonces[0]).toMatch(/^.{24}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('have a policy without unsafe exceptions, with trusted types', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);

    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('may be kept for ever if their name has their hash, and are asked for again if not', async () => {
    const of = async (path: string) => (await get(path)).headers['cache-control'];

    expect(await of('/main-AB3_-9xZ.js')).toBe('public, max-age=31536000, immutable');
    expect(await of('/media/inter-ABCDEFGH.woff2')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/favicon.svg', '/panel-worker.js', '/ngsw.json', '/offline.html'])
      expect(await of(path)).toBe('no-cache');
  });

  it('let the worker, and the page that it keeps, load files of the panel and nothing else', async () => {
    const of = async (path: string) => String((await get(path)).headers['content-security-policy']);
    for (const path of ['/panel-worker.js', '/offline.html']) {
      expect(await of(path)).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';",
      );
      expect(await of(path)).not.toMatch(/unsafe|nonce/);
    }
    expect(await of('/ngsw.json')).not.toContain("connect-src 'self'");
    expect(await of('/')).toContain("worker-src 'self'");
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('come compressed to whoever accepts %s', async (accepted, sent) => {
    const { status, headers } = await get('/main-AB3_-9xZ.js', { 'accept-encoding': accepted });

    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(sent);
    expect(headers['content-type']).toContain('javascript');
    expect(headers['vary']).toBe('accept-encoding');
  });

  it('answer HEAD without a body', async () => {
    for (const path of ['/', '/clients', '/main-AB3_-9xZ.js']) {
      const { status, text } = await sendRaw(t.port, { method: 'HEAD', path });

      expect({ path, status, text }).toEqual({ path, status: 200, text: '' });
    }
  });

  it.each([
    '/main-00000000.js',
    '/media/none.woff2',
    '/clients/photo.png',
    '/.env',
    '/main-AB3_-9xZ.js.map',
    '/main-AB3_-9xZ.js.br',
    '/index.html',
    '/media/',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
  ])('do not hold %s', async (path) => {
    const answer = await get(path);

    if (path === '/media/') expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    else expectProblem(answer, 404, 'not_found');
  });

  it.each(['/api', '/api/', '/api/none', '/%61pi/none', '/api/none.js', '/metrics/none'])(
    'leave %s to the API',
    async (path) => {
      expectProblem(await get(path), 404, 'not_found');
    },
  );

  it('leave unknown webhooks to the webhooks', async () => {
    expectProblem(await get('/webhook/none'), 404, 'webhook_not_found');
  });

  it('take no other method: an unknown address is not found, the start page says so', async () => {
    expectProblem(await sendRaw(t.port, { method: 'POST', path: '/clients' }), 404, 'not_found');
    expectProblem(await sendRaw(t.port, { method: 'POST', path: '/api/none' }), 404, 'not_found');
    expectProblem(await sendRaw(t.port, { method: 'DELETE', path: '/' }), 405, 'method_not_allowed');
  });

  it('take no notice of credentials', async () => {
    const { status } = await get('/', { authorization: 'Bearer wrong', 'x-api-key': 'wrong' });

    expect(status).toBe(200);
  });

  it('leave the documentation its own policy', async () => {
    const { status, headers } = await get('/api/docs');

    expect(status).toBe(200);
    expect(headers['content-security-policy']).not.toContain('trusted-types');
  });
});

describe('a panel that is not built', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ panel_folder: join(tmpdir(), 'no-panel-here') });
  });
  afterAll(() => t.close());

  it('says so, and what to do', async () => {
    const { status, headers, text } = await sendRaw(t.port, { path: '/clients' });

    expect(status).toBe(503);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('npm run build');
  });

  it('does not keep the API from answering', async () => {
    expect((await sendRaw(t.port, { path: '/api/health/live' })).status).toBe(200);
  });
});
