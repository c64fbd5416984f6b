import { connect, type Socket } from 'node:net';
import { AS_MANAGER, MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the policy of an address', () => {
  let t: ServedApp;
  let webhook: string;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    webhook = await t.webhook('assistant-update-state');
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    sendRaw(t.port, { method: 'POST', path, body, headers: { ...JSON_TYPE, ...headers } });

  const hostile = [
    ['malformed', '{'],
    ['too complex', '['.repeat(1_000)],
    ['of a million lists', `[${'[],'.repeat(340_000)}[]]`],
  ] as const;

  it.each(hostile)('comes before a body that is %s', async (_, body) => {
    const unknown = `/webhook/${UNKNOWN_ID}/webhook/assistant-update-state`;
    expectProblem(await post(unknown, body), 404, 'webhook_not_found');
    expectProblem(await post(webhook, body), 401, 'unauthenticated');
    expectProblem(await post(webhook, body, { 'x-api-key': 'wrong' }), 401, 'invalid_api_key');
    expectProblem(await post('/api/users', body), 401, 'unauthenticated');
    expectProblem(await post('/api/users', body, viewer.bearer), 403, 'forbidden');
    expectProblem(await post('/api/nothing', body), 404, 'not_found');
    expectProblem(await post('/api/health/live', body), 405, 'method_not_allowed');
  });

  it('lets in whose body is then refused', async () => {
    const key = { 'x-api-key': MEMORY_API_KEY };
    expectProblem(await post(webhook, '{', key), 400, 'malformed_json');
    expectProblem(await post(webhook, '['.repeat(1_000), key), 400, 'body_too_complex');
    expectProblem(
      await post(`/api/workflows/${UNKNOWN_ID}/activate`, '{', AS_MANAGER),
      400,
      'malformed_json',
    );
  });

  it('is told while the body is still arriving', async () => {
    const sockets: Socket[] = [];
    const answers = Array.from({ length: 50 }, () => {
      const socket = connect(t.own_port, '127.0.0.1');
      sockets.push(socket);
      const head = [
        'POST /api/memory/projects HTTP/1.1',
        'Host: 127.0.0.1',
        'Content-Type: application/json',
      ];
      socket.write([...head, `Content-Length: ${1_024 * 1_024}`, '', '"'.padEnd(60_000, 'x')].join('\r\n'));
      return new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    });
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    for (const socket of sockets) socket.destroy();
  });
});
