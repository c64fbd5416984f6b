import { METHODS } from 'node:http';
import type { ProblemDto } from '@groupless/shared-dto';
import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem } from '../../harness/http/problems';
import { sendBytes, sendRaw } from '../../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

describe('a refusal', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp();
  });
  afterAll(() => t.close());

  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    sendRaw(t.port, { method, path, headers });

  it('is a problem with the members of RFC 9457 and a code', async () => {
    const { body, headers } = await t.http.get('/api/nothing').expect(404);
    expect(body).toEqual({
      type: expect.stringMatching(/^[a-z]+:/),
      title: expect.any(String),
      status: 404,
      detail: expect.any(String),
      instance: `urn:uuid:${headers['x-request-id']}`,
      code: 'not_found',
    });
    expect(headers['content-type']).toMatch(/^application\/problem\+json(;|$)/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('names each wrong field with a code and a sentence', async () => {
    const { body } = await t.http.post(await t.webhook('assistant-task')).send({ priority: 99 });
    const { errors } = body as ProblemDto;
    expect(errors).toEqual([
      { field: 'action', code: 'required', message: expect.stringContaining('action') },
      { field: 'task', code: 'required', message: expect.stringContaining('task') },
      { field: 'priority', code: 'out_of_range', message: expect.stringContaining('priority') },
    ]);
  });

  it('is never kept by a cache', async () => {
    const answers = [
      send('GET', '/api/nothing'),
      send('DELETE', '/api/workflows'),
      send('GET', '/api/workflows'),
      send('GET', '/api/%zz'),
      sendBytes(t.own_port, 'nonsense\r\n\r\n'),
    ];
    for (const { headers } of await Promise.all(answers)) expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/health/',
    '/api/Workflows',
    '/api//workflows',
    '/api/workflows;v=1',
    '/api/./workflows',
    '/api/health/../workflows',
    `/api/workflows/${UNKNOWN_ID}/nothing`,
    '/webhook',
  ])('says that %s is unknown', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      expectProblem(await send(method, path, AS_MANAGER), 404, 'not_found');
    }
    expect((await send('HEAD', path)).status).toBe(404);
  });

  it.each([
    ['/api/health/live', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']],
    ['/api/workflows', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'LOCK']],
    [`/api/workflows/${UNKNOWN_ID}`, 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'SEARCH', 'LOCK']],
    [`/api/workflows/${UNKNOWN_ID}/rotate`, 'POST', ['GET', 'HEAD', 'PUT', 'DELETE', 'MKCOL']],
  ])('says which methods %s takes', async (path, allow, methods) => {
    for (const method of methods) {
      const answer = await send(method, path);
      expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, allow]);
      if (method !== 'HEAD') expectProblem(answer, 405, 'method_not_allowed');
    }
  });

  it('is 405 for every other method of HTTP, or 404 where there is nothing', async () => {
    const webhook = await t.webhook('assistant-task');
    // A QUERY without a content type is refused before anybody looks at its address, as RFC 10008 demands.
    const others = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'CONNECT', 'QUERY'].includes(method));
    const codes = new Map<string, string>();
    for (const method of others) {
      const answers = [];
      for (const path of ['/api/workflows', webhook, '/api/nothing', '/webhook/assistant-task']) {
        answers.push((JSON.parse((await send(method, path)).text) as ProblemDto).code);
      }
      codes.set(method, answers.join(' '));
    }
    const expected = 'method_not_allowed method_not_allowed not_found webhook_not_found';
    expect(codes).toEqual(new Map(others.map((method) => [method, expected])));
  });

  it.each(['/api/%zz', '/api/%', '/api/workflows/%ff', '/webhook/%c3/webhook/chat-history'])(
    'says that %s cannot be read',
    async (path) => {
      expectProblem(await send('GET', path, AS_MANAGER), 400, 'malformed_http');
    },
  );

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n'],
    ['an unknown method', 'BREW /api/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: a\r\nx-a: \0\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1e1\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    [
      'a bad chunk',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['a space in the path', 'GET /api/health/ live HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('answers %s', async (_, bytes) => {
    const answer = await sendBytes(t.own_port, bytes);
    expectProblem(answer, 400, 'malformed_http');
    expect(answer.headers['connection']).toBe('close');
  });

  it('answers a request without a host as any other', async () => {
    const answer = await sendBytes(t.own_port, 'GET /api/health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
    expectProblem(answer, 400, 'malformed_http');
  });

  it('is not made of an expectation that nobody can meet: it is ignored', async () => {
    const head =
      'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n';
    expect((await sendBytes(t.own_port, head)).status).toBe(200);
  });

  it('answers headers that are too large', async () => {
    const answer = await send('GET', '/api/health/live', { 'x-large': 'x'.repeat(20_000) });
    expectProblem(answer, 431, 'headers_too_large');
  });

  it('tells nothing of the inside', async () => {
    await t.memory.query('alter table assistant_people rename to hidden');
    const response = await t.http.get(await t.webhook('assistant-context'));
    await t.memory.query('alter table hidden rename to assistant_people');
    expectProblem(response, 500, 'internal_error');
    expect(response.text).not.toMatch(/assistant_people|select|relation|\.ts|\.js|node_modules|42P01/i);
  });

  it('opens nothing to other origins', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    for (const [method, path] of [
      ['OPTIONS', '/api/workflows'],
      ['GET', '/api/health/live'],
      ['GET', '/api/nothing'],
    ] as const) {
      const { headers } = await send(method, path, origin);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
