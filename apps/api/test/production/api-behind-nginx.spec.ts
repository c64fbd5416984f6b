import { randomUUID } from 'node:crypto';
import { BODY_LIMITS } from '../../src/platform/http/bodies/body-limits';
import { comparable } from '../harness/http/comparable-answer';
import { MEMORY_API_KEY } from '../harness/data/credentials';
import { portOf, startDeployment, type Deployment } from '../harness/programs/deployment';
import { EventReader } from '../harness/http/event-reader';
import { expectProblem } from '../harness/http/problems';
import { sendRaw, type RawRequest } from '../harness/http/raw-http';
import { describeBehindNginx } from '../harness/apps/real-nginx';
import { SECRETS } from '../harness/apps/test-app';
import { atOnce, comingMonday, eventually } from '../harness/data/times';

const AS_AGENT = { 'x-api-key': SECRETS.AGENT_API_KEY };
const AS_ASSISTANT = { 'x-api-key': MEMORY_API_KEY };
const JSON_TYPE = { 'content-type': 'application/json' };

describeBehindNginx('the API behind nginx', () => {
  let d: Deployment;
  let asAdmin: { authorization: string };
  beforeAll(async () => {
    d = await startDeployment();
    asAdmin = await d.signIn();
  });
  afterAll(() => d.close());

  const send = (request: RawRequest) => sendRaw(d.nginx.port, request);
  const post = (path: string, body: string | Buffer, headers = {}, chunked = false) =>
    send({ method: 'POST', path, body, headers: { ...JSON_TYPE, ...headers }, chunked });
  const book = (starts_at: string) =>
    post('/appointments', JSON.stringify({ starts_at, client: { name: 'Jana' } }), AS_AGENT);

  it('answers as it does without', async () => {
    for (const path of [
      '/api',
      '/api/none',
      '/api/none.js',
      '/webhook',
      '/webhook/none',
      '/api/docs',
      '/api/users',
    ]) {
      const [got, wanted] = await Promise.all([send({ path }), sendRaw(portOf(d.servers[1]), { path })]);
      expect(comparable(got)).toEqual(comparable(wanted));
    }
  });

  it('tells of what happened while the stream of events goes on', async () => {
    const reader = await EventReader.open(d.nginx.port, asAdmin);
    const { status, text } = await book(comingMonday(1));
    expect(status).toBe(201);
    const { id } = JSON.parse(text) as { id: string };
    expect((await reader.next('appointment.created', id)).id).toBe(id);
    expect(reader.hasEnded).toBe(false);
    reader.close();
  });

  it('takes bookings and pings where the panel has screens', async () => {
    expect((await book(comingMonday(2))).status).toBe(201);
    const ping = JSON.stringify({ chat_id: 'one', message: { role: 'user', text: 'x'.repeat(10_000) } });
    expect((await post('/conversations/ping', ping, AS_AGENT)).status).toBe(200);
    expectProblem(await send({ path: '/appointments', method: 'DELETE' }), 405, 'method_not_allowed');
  });

  it('counts failures by the address that nginx saw', async () => {
    const { text } = await send({ path: '/api/settings/audit?limit=1', headers: asAdmin });
    expect(text).toContain('127.0.0.1');
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    await post('/api/auth/login', JSON.stringify({ email: 'nobody', password: 'wrong' }), headers);
    const { text: later } = await send({ path: '/api/settings/audit', headers: asAdmin });
    expect(later).not.toContain('203.0.113.77');
  });

  describe('with large bodies', () => {
    const announced = (path: string, length: number) =>
      send({
        method: 'POST',
        path,
        body: '{',
        headers: { ...JSON_TYPE, ...asAdmin, 'content-length': String(length) },
      });

    it.each([
      ['/webhook/a/webhook/b', BODY_LIMITS.large],
      ['/conversations/ping', BODY_LIMITS.large],
      ['/api/conversations/ping', BODY_LIMITS.large],
      ['/api/conversations/0199/messages', BODY_LIMITS.large],
      ['/api/memory/projects', BODY_LIMITS.large],
      ['/api/assistant-accounts/0199/session', BODY_LIMITS.large],
      ['/api/assistant-accounts', BODY_LIMITS.default],
      ['/api/assistant-accounts/0199/session/x', BODY_LIMITS.default],
      ['/api/clients', BODY_LIMITS.default],
      ['/appointments', BODY_LIMITS.default],
      ['/clients', BODY_LIMITS.default],
      ['/api/clients/import', BODY_LIMITS.csv],
    ])('has its own limit at %s, of %d bytes', async (path, limit) => {
      const answer = await announced(path, limit + 1);
      expectProblem(answer, 413, 'body_too_large');
      const line = await waitForLine(({ request_id }) => request_id === answer.headers['x-request-id']);
      expect(line['server']).toBe('');

      const whole = path === '/api/clients/import' ? '' : '{}'.padEnd(limit);
      expect((await post(path, whole, asAdmin)).status).not.toBe(413);
    });

    it.each([
      ['with its length', false],
      ['in chunks', true],
    ])('refuses them in one way, sent %s', async (_, chunked) => {
      const webhook = await d.webhook('assistant-update-state');
      const largest = JSON.stringify({ key: 'k', value: 'v' }).padEnd(BODY_LIMITS.large);
      expect((await post(webhook, largest, AS_ASSISTANT, chunked)).status).toBeLessThan(300);
      const answers = await atOnce(10, () => post(webhook, `${largest} `, AS_ASSISTANT, chunked));
      for (const answer of answers) expectProblem(answer, 413, 'body_too_large');
    });

    it('says who may not before a file of clients has come, whether it comes or not', async () => {
      const request = { method: 'POST', path: '/api/clients/import' };
      const headers = { 'content-type': 'text/csv', 'content-length': '30000000', connection: 'close' };
      expectProblem(await send({ ...request, headers, body: 'name\n' }), 401, 'unauthenticated');
      const answers = await atOnce(3, () =>
        send({ ...request, headers, body: Buffer.alloc(30_000_000, 'a\n') }),
      );
      for (const answer of answers) expectProblem(answer, 401, 'unauthenticated');
    });

    it('takes a file of clients of many megabytes', async () => {
      const rows = Array.from({ length: 1_000 }, (_, index) => `Client ${index},${'n'.repeat(9_000)}`);
      const answer = await send({
        method: 'POST',
        path: '/api/clients/import',
        body: `name,notes\n${rows.join('\n')}\n`,
        headers: { ...asAdmin, 'content-type': 'text/csv' },
      });
      expect([answer.status, answer.text]).toEqual([
        200,
        expect.stringContaining('"created":1000,"updated":0'),
      ]);
      const exported = await send({ path: '/api/clients/export.csv', headers: asAdmin });
      expect(exported.text.length).toBeGreaterThan(9_000_000);
    });
  });

  describe('with its log', () => {
    it('has the id of a request in both', async () => {
      const [given, shouted] = [randomUUID(), randomUUID()];
      await send({ path: '/api/none', headers: { 'x-request-id': given.replaceAll('-', '') } });
      await send({ path: '/api/none', headers: { 'x-request-id': shouted.toUpperCase() } });
      const { headers } = await send({ path: '/api/health/live' });
      const made = String(headers['x-request-id']);
      const output = () => d.servers.map((server) => server.output).join('');
      for (const id of [given, shouted, made]) {
        await eventually(() => output().includes(id));
        await waitForLine(({ request_id }) => request_id === id);
      }
      expect(await waitForLine(({ request_id }) => request_id === made)).toMatchObject({
        method: 'GET',
        path: '/api/health/live',
        status: 200,
        server_status: '200',
      });
    });

    it('holds no id of a webhook, no token and nothing of a query', async () => {
      const address = await d.webhook('assistant-context');
      const id = address.split('/')[2] ?? '';
      const secret = 'what-nobody-else-may-read';
      for (const path of [
        ...[address, `${address}?chat_id=${secret}`, `${address}/x`, `/WEBHOOK/${id}/webhook/chat-history`],
        ...[`/%77ebhook/${id}/webhook/assistant-context`, `//webhook/${id}`, `/x/../webhook/${id}`, `/${id}`],
        ...[
          `/api/workflows/${id}`,
          `/api/workflows/${id}/executions`,
          `/api/x/${id}.js`,
          `/a${id}`,
          `/a.${id}`,
        ],
        ...[
          `/api/appointments/calendar.ics?token=${secret}`,
          `/api/clients?search=${secret}`,
          `/api/%zz${id}`,
        ],
        ...[
          `/clients/${id}/${secret}1`,
          `/webhook/${secret}`,
          `/${id.replaceAll('-', '')}`,
          `/${id}?a`,
          `/a#${id}`,
          `/${id}.js`,
          `/media/${id}.js?a`,
        ],
      ]) {
        await send({ path, headers: { ...AS_ASSISTANT, 'x-forwarded-for': secret, 'user-agent': secret } });
      }
      const last = randomUUID();
      await send({ path: address, headers: { 'x-request-id': last } });
      const line = await waitForLine(({ request_id }) => request_id === last);
      expect(line['path']).toBe('/webhook/***/webhook/assistant-context');
      for (const written of [d.nginx.logText, d.nginx.errorText]) {
        for (const hidden of [id, id.replaceAll('-', ''), secret]) expect(written).not.toContain(hidden);
      }
    });

    it('names what is no secret', async () => {
      const paths = ['/clients', '/api/settings/chat-agent', '/favicon.svg', '/api/clients/export.csv', '/'];
      for (const path of paths)
        await send({ path: `${path}?a=b`, headers: { 'x-request-id': randomUUID() } });
      for (const path of paths) await waitForLine((line) => line['path'] === path);
    });
  });

  async function waitForLine(isIt: (line: Record<string, string | number>) => boolean) {
    await eventually(() => d.nginx.log.some(isIt));
    return d.nginx.log.find(isIt) ?? {};
  }
});
