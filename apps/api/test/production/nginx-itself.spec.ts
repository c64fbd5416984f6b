import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from '../../src/platform/errors/catalogue';
import { SECURITY_HEADERS } from '../../src/platform/http/server/security-headers';
import { PROJECT } from '../harness/programs/dockerfile';
import { freePort } from '../harness/http/free-port';
import { expectProblem, type ReceivedAnswer } from '../harness/http/problems';
import { sendBytes, sendRaw } from '../harness/http/raw-http';
import { describeBehindNginx, nginxKnowsHttp2, RealNginx } from '../harness/apps/real-nginx';
import { RecordingServer } from '../harness/http/recording-server';

/** Ports on which nobody listens. */
const nobody = async (): Promise<[number, number]> => [await freePort(), await freePort()];
const exampleOf = (name: string) =>
  readFileSync(join(PROJECT, 'docker/extra', `${name}.conf.example`), 'utf8');

describeBehindNginx('nginx, where no server answers', () => {
  let nginx: RealNginx;
  beforeAll(async () => {
    nginx = await RealNginx.start({ api_ports: await nobody() });
  });
  afterAll(() => nginx.stop());

  it('says so in the form of the API, under the id of the request, and when to try again', async () => {
    const id = '0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f11';
    for (const [method, path] of [
      ['GET', '/api/clients'],
      ['POST', '/appointments'],
      ['GET', '/mcp'],
      ['DELETE', '/webhook/a/webhook/b'],
    ] as const) {
      const headers = { 'x-request-id': id };
      const answer = await sendRaw(nginx.port, { method, path, headers });
      expect(answer.status).toBe(502);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'retry-after': '2',
        'cache-control': 'no-store',
        'x-request-id': id,
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(JSON.parse(answer.text)).toEqual({
        type: 'urn:groupless:problem:server_unavailable',
        title: 'The server is not available',
        status: 502,
        detail: 'No server takes the request just now. Try again shortly.',
        instance: `urn:uuid:${id}`,
        code: 'server_unavailable',
      });
    }
  });

  it('still shows the panel, and its health', async () => {
    const { text, headers } = await sendRaw(nginx.port, { path: '/clients' });
    expect(text).toContain('<app-root');
    expect(headers['permissions-policy']).toBe(SECURITY_HEADERS['permissions-policy']);
    expect((await sendRaw(nginx.healthPort, { path: '/' })).status).toBe(200);
    expect(nginx.logText).not.toContain('"path":"/","status":200');
  });

  it('says nothing of single requests on standard error, which would quote them', async () => {
    await sendRaw(nginx.port, { path: '/api/clients?search=somebody' });
    expect(nginx.errorText).not.toContain('somebody');
    expect(nginx.errorText).not.toContain('GET');
  });

  it.each([
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, 'malformed_http'],
    ['GET / HTTP/1.1\r\n\r\n', 400, 'malformed_http'],
    ['GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'malformed_http'],
    ['nonsense\r\n\r\n', 400, 'malformed_http'],
    ['GET /none.js HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'not_found'],
    ['GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'not_found'],
    ['GET /.problem HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'not_found'],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers_too_large'],
    [`GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ] as const)('refuses %j as the API would', async (bytes, status, code) => {
    const answer: ReceivedAnswer = await sendBytes(nginx.port, bytes);
    const { title } = expectProblem(answer, status, code);
    expect(title).toBe(ERROR_CATALOGUE[code].title);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  });

  it('refuses two requests in one', async () => {
    const bytes =
      'POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/y';
    expectProblem(await sendBytes(nginx.port, bytes), 400, 'malformed_http');
  });
});

describeBehindNginx('nginx with what a deployment adds', () => {
  it('gives up on a server that says nothing, and sends nothing twice that may have been done', async () => {
    const server = await RecordingServer.start();
    server.isSilent = true;
    const extra = 'proxy_read_timeout 1s;';
    const nginx = await RealNginx.start({ api_ports: [server.port, server.port], extra });
    const { status, headers, text } = await sendRaw(nginx.port, {
      method: 'POST',
      path: '/api/x',
      body: '{}',
    });
    expect([status, headers['retry-after'], text]).toEqual([
      504,
      '2',
      expect.stringContaining('"code":"server_timeout"'),
    ]);
    expect(server.received).toHaveLength(1);
    await nginx.stop();
    await server.close();
  });

  it('believes another proxy, and only that, who calls', async () => {
    const server = await RecordingServer.start();
    for (const [trusted, address] of [
      ['127.0.0.1', '203.0.113.9'],
      ['192.0.2.10', '127.0.0.1'],
    ] as const) {
      const extra = exampleOf('behind-a-proxy').replace('192.0.2.10', trusted);
      const nginx = await RealNginx.start({ api_ports: [server.port, server.port], extra });
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
      await sendRaw(nginx.port, { path: '/api/x', headers });
      expect(server.received.pop()?.headers['x-forwarded-for']).toBe(address);
      await nginx.stop();
    }
    await server.close();
  });

  it('speaks TLS, and sends whoever comes without to it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'groupless-tls-'));
    const openssl = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...[
        '-subj',
        '/CN=localhost',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'certificate.pem'),
      ],
    ]);
    expect(openssl.status).toBe(0);
    const port = await freePort();
    const extra = exampleOf('tls')
      .replace('listen 8443 ', `listen 127.0.0.1:${port} `)
      .replace('http2 on;', nginxKnowsHttp2() ? 'http2 on;' : '')
      .replaceAll('/etc/nginx/extra', folder);
    const nginx = await RealNginx.start({ api_ports: await nobody(), extra });
    const answer = await new Promise<[number, string]>((resolve, reject) => {
      const sent = request({ port, path: '/clients', rejectUnauthorized: false }, (received) => {
        received.resume();
        resolve([received.statusCode ?? 0, String(received.headers['strict-transport-security'])]);
      });
      sent.on('error', reject).end();
    });
    expect(answer).toEqual([200, 'max-age=31536000']);
    const { status, headers } = await sendRaw(nginx.port, {
      path: '/clients?a=%20',
      headers: { host: 'x.org' },
    });
    expect([status, headers['location']]).toEqual([308, 'https://x.org/clients?a=%20']);
    await nginx.stop();
    await rm(folder, { recursive: true });
  });
});
