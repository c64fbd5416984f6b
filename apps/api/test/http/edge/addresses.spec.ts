import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectProblem } from '../../harness/http/problems';
import { sendBytes, sendRaw } from '../../harness/http/raw-http';
import { SECRETS } from '../../harness/apps/test-app';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

describe('an address', () => {
  let t: ServedApp;
  let panelFolder: string;
  beforeAll(async () => {
    panelFolder = mkdtempSync(join(tmpdir(), 'groupless-panel-'));
    mkdirSync(join(panelFolder, 'media'));
    writeFileSync(join(panelFolder, 'index.html'), '<!doctype html><title>The panel</title>');
    t = await startServedApp({ panel_folder: panelFolder });
  });
  afterAll(async () => {
    await t.close();
    await rm(panelFolder, { recursive: true });
  });

  const get = (path: string, host = 'localhost') => sendRaw(t.port, { path, headers: { host } });

  it.each([
    '/api/docs/..',
    '/api/docs/../..',
    '/api/docs/%00',
    '/api/docs//',
    '/api/docs/.',
    '/api/docs/%2e%2e/x',
    '//',
    '/.',
    '/..',
    '/%00',
  ])('that is odd is no fault of the server: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBeLessThan(500);
    expect(t.log_lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it.each([
    '/memory/state/agent.languages',
    '/memory/state/config.json',
    '/clients/a.b/c',
    '/memory/state/..hidden',
  ])('of a screen may have a dot: %s', async (path) => {
    const answer = await get(path);
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 200,
      text: expect.stringContaining('The panel'),
    });
  });

  it.each([
    '/none.js',
    '/robots.txt',
    '/media/none.woff2',
    '/clients/photo.png',
    '/memory/chunk-AB3_-9xZ.js',
    '/memory/../.env',
    '/assets/none.svg',
    '/clients/chunk-AB3_-9xZ.js',
    '/.env',
  ])('of a file that is missing is 404: %s', async (path) => {
    expectProblem(await get(path), 404, 'not_found');
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    '10.0.0.1',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])('of another host is refused while the server is not strict: %s', async (host) => {
    const answer = await get('/api/health/live', host);
    expect(expectProblem(answer, 403, 'cross_site').detail).toContain('PUBLIC_URL');
  });

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.8.8.8:80', '[::1]:3000', 'panel.localhost'])(
    'of this machine is answered: %s',
    async (host) => {
      expect((await get('/api/health/live', host)).status).toBe(200);
    },
  );

  it.each([
    ...['localhost:99999', 'localhost:abc', 'x.localhost:1:2', 'localhost:80@evil.com', 'a b.localhost'],
    ...['%00.localhost', 'evil.com#.localhost', '[::1', 'localhost:'],
  ])(
    'of a host that names no server is refused everywhere, with no fault of the server: %s',
    async (host) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
      for (const [line, headers] of [
        ['GET /api/health/live', ''],
        ['POST /mcp', `x-api-key: ${SECRETS.AGENT_API_KEY}\r\nContent-Type: application/json\r\n`],
      ] as const) {
        const bytes = `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
        expectProblem(await sendBytes(t.own_port, bytes), 400, 'malformed_http');
      }
    },
  );

  it('has one host', async () => {
    const two =
      'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expectProblem(await sendBytes(t.own_port, two), 400, 'malformed_http');
  });
});
