import { AS_AGENT } from '../../harness/data/appointments';
import { AS_MANAGER, MEMORY_API_KEY } from '../../harness/data/credentials';
import { rawRequest, REVISIONS } from '../../harness/http/mcp-client';
import { signIn } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { SECRETS } from '../../harness/apps/test-app';
import { goesThrough } from '../../harness/apps/through';

describe('MCP over HTTP', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
  });
  afterAll(() => t.close());

  const asMemory = { 'x-api-key': MEMORY_API_KEY };
  const post = (headers: object, body: object | string) =>
    t.http
      .post('/mcp')
      .set({ ...headers })
      .send(body);

  describe.each(REVISIONS)('in the revision %s', (revision) => {
    const send = (method: string, params?: Record<string, unknown>, headers: object = asMemory) => {
      const request = rawRequest(revision, method, params);
      return post({ ...request.headers, ...headers }, request.body);
    };
    const list = (headers?: object) => send('tools/list', {}, headers);

    it('takes any method at any time, without a handshake', async () => {
      const call = { name: 'set_state', arguments: { key: 'a', value: 'b' } };
      const { status, body, headers } = await send('tools/call', call);
      expect([status, body.result.isError]).toEqual([200, false]);
      expect(headers['content-type']).toMatch('application/json');
      expect(headers['cache-control']).toBe('no-store');
    });

    it('has no sessions, whatever the client says', async () => {
      const { status, headers } = await list({ ...asMemory, 'mcp-session-id': 'made-up' });
      expect([status, headers['mcp-session-id']]).toEqual([200, undefined]);
    });

    it('takes the key in either header', async () => {
      const bearer = { authorization: `Bearer ${MEMORY_API_KEY}` };
      expect((await list(bearer)).body.result.tools).toEqual((await list()).body.result.tools);
    });

    it('refuses who has no key, a wrong one, or one for other things', async () => {
      expectProblem(await list({}), 401, 'unauthenticated');
      expectProblem(await list({ 'x-api-key': 'wrong' }), 401, 'invalid_api_key');
      expectProblem(await list({ authorization: 'Bearer wrong' }), 401, 'invalid_api_key');
      expectProblem(await list({ ...asMemory, authorization: 'Bearer wrong' }), 401, 'invalid_api_key');
      expectProblem(await list({ 'x-api-key': SECRETS.SWITCH_API_KEY }), 403, 'forbidden');
      expectProblem(await list(AS_MANAGER), 403, 'forbidden');
      const { bearer } = await signIn(t, { role: 'admin' });
      expectProblem(await list(bearer), 403, 'forbidden');
    });

    it('refuses pages of other sites, and takes its own', async () => {
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
        expectProblem(await list({ ...asMemory, origin }), 403, 'cross_site');
      }
      expect(
        (
          await list({
            ...asMemory,
            origin: goesThrough('nginx') ? 'http://127.0.0.1' : `http://127.0.0.1:${t.port}`,
          })
        ).status,
      ).toBe(200);
    });

    it('needs no Accept', async () => {
      expect((await list({ ...asMemory, accept: '*/*' })).status).toBe(200);
    });

    it('answers a notification with 202 and nothing', async () => {
      const { headers, body } = rawRequest(revision, 'notifications/cancelled', { requestId: 1 });
      const { id: _, ...notification } = body;
      const { status, text } = await post({ ...headers, ...asMemory }, notification);
      expect([status, text]).toEqual([202, '']);
    });

    it('knows only methods of the protocol', async () => {
      const { body } = await send('tools/remove');
      expect(body.error).toMatchObject({ code: -32601 });
      expect((await send('resources/list')).body.error).toMatchObject({ code: -32601 });
    });

    it('gives every request its own id back', async () => {
      const { headers, body } = rawRequest(revision, 'tools/list');
      const ids = [7, 'seven', 0];
      const answers = await Promise.all(ids.map((id) => post({ ...headers, ...asMemory }, { ...body, id })));
      expect(answers.map(({ body: { id } }: { body: { id: unknown } }) => id)).toEqual(ids);
    });

    it('keeps what goes wrong inside out of the answer', async () => {
      await t.memory.query('alter table assistant_state rename to away');
      const call = { name: 'set_state', arguments: { key: 'a', value: 'b' } };
      const { body } = await send('tools/call', call);
      await t.memory.query('alter table away rename to assistant_state');
      expect(body.result.isError).toBe(true);
      expect(body.result.content[0].text).toContain('"code":"internal_error"');
      expect(JSON.stringify(body)).not.toMatch(/assistant_state|relation|\bat .*:\d/);
      expect(t.log_lines.some((line) => line.includes('the tool set_state failed'))).toBe(true);
    });
  });

  it.each(REVISIONS)(
    'refuses batches, and what would never be answered in one, in the revision %s',
    async (revision) => {
      const { headers, body } = rawRequest(revision, 'tools/call', { name: 'load_context', arguments: {} });
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      for (const batch of [[body], [body, cancelled], Array(20).fill(body)]) {
        const answer = await post({ ...headers, ...asMemory }, batch);
        expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
        expect(answer.body.error.message).toContain('one request at a time');
      }
    },
  );

  it('takes POST alone', async () => {
    for (const method of ['get', 'delete', 'put'] as const) {
      const answer = await t.http[method]('/mcp').set(asMemory);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('POST');
    }
  });

  it('checks size, type and form of the body as everywhere, behind the key', async () => {
    const json = { 'content-type': 'application/json' };
    const huge = JSON.stringify({ a: 'b'.repeat(200_000) });
    expectProblem(await post({ ...asMemory, ...json }, huge), 413, 'body_too_large');
    expectProblem(
      await post({ ...asMemory, 'content-type': 'text/plain' }, '{}'),
      415,
      'unsupported_media_type',
    );
    expectProblem(await post({ ...asMemory, ...json }, '{"a":'), 400, 'malformed_json');
    expectProblem(await post({ ...asMemory, ...json }, '['.repeat(30)), 400, 'body_too_complex');
    expectProblem(await post(json, '{"a":'), 401, 'unauthenticated');
    expectProblem(await t.http.post('/mcp?a=b').set(asMemory).send({}), 400, 'invalid_request');
  });

  it.each([['{}'], ['{"jsonrpc":"2.0"}'], ['[]'], ['"text"'], ['']])(
    'refuses what is no request: %s',
    async (text) => {
      const { status, body } = await post({ ...asMemory, 'content-type': 'application/json' }, text);
      expect([status, typeof body.error.code]).toEqual([400, 'number']);
    },
  );

  describe('of the revision 2026-07-28', () => {
    const { headers, body } = rawRequest('2026-07-28', 'tools/list');
    const withHeaders = (changes: Record<string, string>) =>
      post({ ...headers, ...asMemory, ...changes }, body);

    it('says who serves to server/discover', async () => {
      const discover = rawRequest('2026-07-28', 'server/discover');
      const answer = await post({ ...discover.headers, ...asMemory }, discover.body);
      expect(answer.body.result).toMatchObject({
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
      });
    });

    it('demands that headers and body agree', async () => {
      const answer = await withHeaders({ 'mcp-method': 'tools/call' });
      expect([answer.status, answer.body.error.code]).toEqual([400, -32020]);
    });

    it('refuses a version that there is not', async () => {
      const meta = {
        ...(body.params as Record<string, object>)['_meta'],
        'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      };
      const asked = { ...body, params: { _meta: meta } };
      const answer = await post({ ...headers, ...asMemory, 'mcp-protocol-version': '2099-01-01' }, asked);
      expect([answer.status, answer.body.error.code]).toEqual([400, -32022]);
      expect(answer.body.error.data.supported).toContain('2026-07-28');
    });

    it('answers an unknown method with 404', async () => {
      const unknown = rawRequest('2026-07-28', 'tools/remove');
      expect((await post({ ...unknown.headers, ...asMemory }, unknown.body)).status).toBe(404);
    });

    it('opens no stream of changes: there are none', async () => {
      const listen = rawRequest('2026-07-28', 'subscriptions/listen', {
        notifications: { toolsListChanged: true },
      });
      const answer = await post({ ...listen.headers, ...asMemory }, listen.body);
      expect(answer.body.error.code).toBeLessThan(0);
    });
  });

  describe('of the revision 2025-11-25', () => {
    it('answers initialize with the version that was asked for', async () => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      };
      const { headers, body } = rawRequest('2025-11-25', 'initialize', params);
      const answer = await post({ ...headers, ...AS_AGENT }, body);
      expect(answer.body.result).toMatchObject({
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'groupless' },
        capabilities: { tools: {} },
      });
      expect(answer.headers['mcp-session-id']).toBeUndefined();
    });

    it('answers ping', async () => {
      const { headers, body } = rawRequest('2025-11-25', 'ping');
      expect((await post({ ...headers, ...AS_AGENT }, body)).body.result).toEqual({});
    });

    it('refuses a version that there is not', async () => {
      const { headers, body } = rawRequest('2025-11-25', 'tools/list');
      const answer = await post({ ...headers, ...AS_AGENT, 'mcp-protocol-version': '1999-01-01' }, body);
      expect(answer.status).toBe(400);
    });
  });
});
