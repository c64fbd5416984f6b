import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { comparable } from '../harness/http/comparable-answer';
import { faultOfProblem, type ReceivedAnswer } from '../harness/http/problems';
import { sendRaw } from '../harness/http/raw-http';
import { describeBehindNginx, RealNginx } from '../harness/apps/real-nginx';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';

const FILES = join(__dirname, '../../../../dist/apps/panel/files');
const BUILT = readdirSync(FILES, { recursive: true }).map(String);
const firstLike = (pattern: RegExp) => `/${BUILT.find((name) => pattern.test(name)) ?? 'none'}`;
const SCRIPT = firstLike(/^main-.*\.js$/);
const STYLE = firstLike(/^styles-.*\.css$/);
const FONT = firstLike(/\.woff2$/);

describeBehindNginx('the panel behind nginx', () => {
  let api: ServedApp;
  let nginx: RealNginx;
  beforeAll(async () => {
    api = await startServedApp({ panel_folder: FILES });
    nginx = await RealNginx.start({ api_ports: [api.port, api.port] });
  });
  afterAll(async () => {
    await nginx.stop();
    await api.close();
  });

  const fromNginx = (path: string, method = 'GET', headers = {}) =>
    sendRaw(nginx.port, { method, path, headers });
  const fromApi = (path: string, method = 'GET') => sendRaw(api.port, { method, path });

  it.each([
    ...['/', '/login?return=%2Fclients', '/clients/0199', '/appointments', '/conversations/ping', '/x/y/z'],
    ...['/favicon.svg', '/robots.txt', '/index.html', '/none.js', '/.env', '/media', '/media/'],
    ...['/main-00000000.js', '/clients/photo.png', `${SCRIPT}.gz`, `${SCRIPT}.br`, `${SCRIPT}.map`],
    ...['/media/..%2findex.html', '//clients', '/clients//', '/%63lients', '/metrics/none'],
    ...['/install', '/install/', '/install/x.tgz'],
    ...[
      '/panel-worker.js',
      '/ngsw-worker.js',
      '/ngsw.json',
      '/offline.html',
      '/manifest.json',
      '/icon-192.png',
    ],
    ...[SCRIPT, STYLE, FONT],
  ])('is at %s what the API itself shows there', async (path) => {
    expect(comparable(await fromNginx(path))).toEqual(comparable(await fromApi(path)));
    expect(comparable(await fromNginx(path, 'HEAD'))).toEqual(comparable(await fromApi(path, 'HEAD')));
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])(
    'refuses %s as the API does',
    async (method) => {
      for (const path of ['/', '/clients', '/favicon.svg', '/index.html', '/appointments', '/none.js']) {
        const [got, wanted] = [await fromNginx(path, method), await fromApi(path, method)];
        expect({ path, ...comparable(got) }).toEqual({ path, ...comparable(wanted) });
      }
    },
  );

  it('lets the page run only what carries the nonce of this answer, which no caller chooses', async () => {
    const answers = [await fromNginx('/'), await fromNginx('/', 'GET', { 'x-request-id': 'a'.repeat(32) })];
    const nonces = answers.map(({ headers, text }) => {
      const [, nonce = ''] = /script-src 'self' 'nonce-(\w{32})'/.exec(policyOf({ headers })) ?? [];
      expect(text).not.toContain('__CSP_NONCE__');
      expect(text.split(`nonce="${nonce}"`).length).toBeGreaterThan(3);
      return nonce;
    });
    expect(new Set([...nonces, 'a'.repeat(32)]).size).toBe(3);
    expect(answers[1]?.headers['x-request-id']).toBe('aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa');
  });

  it('is not kept: a question whether the page has changed gets the page', async () => {
    const headers = {
      'if-none-match': '*',
      'if-modified-since': new Date().toUTCString(),
      range: 'bytes=0-9',
    };
    const answer = await fromNginx('/clients', 'GET', headers);
    expect([answer.status, answer.headers['etag'], answer.headers['last-modified']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(answer.text).toContain('</html>');
  });

  it.each([SCRIPT, STYLE])('sends %s compressed, to be kept for ever', async (path) => {
    const answer = await fetch(`${nginx.base_url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const built = readFileSync(join(FILES, path), 'utf8');
    expect(await answer.text()).toBe(built);
    expect(gunzipSync(readFileSync(join(FILES, `${path}.gz`))).toString()).toBe(built);
    const plain = await fromNginx(path, 'GET', { 'accept-encoding': 'identity' });
    expect([plain.headers['content-encoding'], plain.text === built]).toEqual([undefined, true]);
  });

  it.each([
    ...[
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/../../../etc/passwd',
      '/media/../../main.cjs',
    ],
    ...['/..;/package.json', '/.%2e/package.json', '/\\..\\..\\package.json', '//etc/passwd.txt', '/%00.js'],
  ])('holds nothing at %s', async (path) => {
    const answer = await fromNginx(path);
    expect([400, 404]).toContain(answer.status);
    expect(faultOfProblem(answer)).toBeNull();
  });
});

const policyOf = ({ headers }: Pick<ReceivedAnswer, 'headers'>) => String(headers['content-security-policy']);
