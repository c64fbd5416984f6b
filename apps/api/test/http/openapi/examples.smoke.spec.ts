import type { OpenAPIObject } from '@nestjs/swagger';
import { Secret, TOTP } from 'otpauth';
import type { Response } from 'supertest';
import type { OperationObject } from '../../../src/platform/docs/openapi-types';
import { AS_SWITCH } from '../../harness/data/accounts';
import { booked } from '../../harness/data/appointments';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { beginSession, insertUser, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { comingMonday } from '../../harness/data/times';
import { digestOf } from '../../../src/platform/crypto/random-token';
import { MailServer } from '../../harness/http/mail-server';
import { SECRETS, startTestApp, type TestApp } from '../../harness/apps/test-app';

type Example = Record<string, unknown> | string;

interface Call {
  name: string;
  method: 'post' | 'put' | 'patch';
  path: string;
  type: string;
  example: Example;
}

/** What an example needs before it can be sent. */
interface Preparation {
  /** Path with its parameters filled in. Default: of what the latest example of the collection made. */
  path?: string;
  headers?: Record<string, string>;
  /** Secrets that no example can know. */
  secrets?: Record<string, unknown>;
}

describe('the examples of the OpenAPI document', () => {
  let t: TestApp;
  let admin: SignedInUser;
  let calls: Call[];
  const made = new Map<string, string>();
  let totp: TOTP;
  let mails: MailServer | null = null;

  beforeAll(async () => {
    t = await startTestApp({ environment: { MEMORY_API_KEY } });
    t.clock.set('2026-11-20T09:00:00Z');
    admin = await signIn(t);
    const { body } = await t.http.get('/api/docs-json');
    calls = bodiesOf(body as OpenAPIObject);
  });
  afterAll(async () => {
    await t.close();
    await mails?.stop();
  });

  it('are accepted when they are sent', async () => {
    expect(calls.length).toBeGreaterThan(30);
    const refused: unknown[] = [];
    // What is made comes before what changes it.
    for (const call of [...calls].sort((a, b) => orderOf(a) - orderOf(b))) {
      const { path, answer } = await send(call);
      // Else agents could do nothing in the calls that follow.
      if (call.name === 'post /api/agent/pause') await t.http.delete(path).set(admin.bearer).expect(204);
      if (answer.status >= 300) refused.push([call.name, path, answer.status, answer.body]);
      else {
        const { id, series_id } = answer.body as { id?: string | number; series_id?: string };
        const own = id ?? series_id;
        if (own !== undefined) made.set(call.path, String(own));
      }
    }
    expect(refused).toEqual([]);
  });

  async function send(call: Call): Promise<{ path: string; answer: Response }> {
    const { path, headers = admin.bearer, secrets = {} } = await preparationOf(call);
    const filled = path ?? (await filledPath(call.path));
    const body = typeof call.example === 'string' ? call.example : { ...call.example, ...secrets };
    const answer = await t.http[call.method](filled).set(headers).type(call.type).send(body);
    if (call.path.endsWith('/totp/setup')) totp = new TOTP({ secret: Secret.fromBase32(answer.body.secret) });
    return { path: filled, answer };
  }

  async function preparationOf(call: Call): Promise<Preparation> {
    const { name, path } = call;
    switch (name) {
      case 'post /api/auth/login':
        await insertUser(t, { email: 'admin@localhost' });
        return { headers: {} };
      case 'post /api/auth/invite':
      case 'post /api/auth/invite/look':
        return { headers: {}, secrets: { token: await inviteToken() } };
      case 'post /api/auth/totp/setup':
        return { secrets: { totp: undefined } };
      case 'post /api/auth/totp/enable':
        return { secrets: { totp: codeNow() } };
      case 'post /api/auth/totp/disable':
        t.clock.set(new Date(t.clock.now().getTime() + 30_000));
        return { secrets: { totp: codeNow() } };
      case 'post /api/auth/password': {
        const { id, email } = await insertUser(t);
        return { headers: (await beginSession(t, id, email)).bearer };
      }
      case 'post /api/agent/tools/{platform}':
        return { headers: { 'x-api-key': SECRETS.AGENT_API_KEY }, path: '/api/agent/tools/openai' };
      case 'post /api/conversations/ping':
      case 'post /conversations/ping':
        return { headers: { 'x-api-key': SECRETS.AGENT_API_KEY } };
      case 'patch /api/appointments/external/{external_id}': {
        const headers = { 'x-api-key': SECRETS.AGENT_API_KEY };
        // A Monday, within the opening hours at first.
        const starts_at = `${comingMonday().slice(0, 10)}T10:00`;
        const booking = { external_id: 'own', client: { name: 'Ada' }, starts_at };
        await t.http.post('/api/appointments').set(headers).send(booking).expect(201);
        return { headers, path: '/api/appointments/external/own' };
      }
      case 'post /api/waiting-list/{id}/book': {
        const query = { date: '2026-11-23', days: 7, resource: 'any' };
        const free = await t.http.get('/api/appointments/availability').query(query).set(admin.bearer);
        const [slot] = free.body.slots as { starts_at: string; resource: string }[];
        const { rows } = await t.panel.query<{ id: string }>(
          'select id from resources where name = $1 and archived_at is null',
          [slot?.resource],
        );
        return { secrets: { starts_at: slot?.starts_at, resource_id: rows[0]?.id } };
      }
      case 'post /api/memory/projects/of-folder':
      case 'post /api/memory/recall':
        return { headers: { 'x-api-key': MEMORY_API_KEY } };
      case 'post /api/memory/move': {
        const { to } = call.example as { to: number };
        const insert = `insert into assistant_projects (id, name) values ($1, 'That gets rows') on conflict (id) do nothing`;
        await t.memory.query(insert, [to]);
        return {};
      }
      case 'post /api/memory/projects/{id}/merge': {
        const { into } = call.example as { into: number };
        const { rows } = await t.memory.query<{ id: string }>(
          `with stays as (
             insert into assistant_projects (id, name) values ($1, 'That stays') on conflict (id) do nothing
           ) insert into assistant_projects (id, name) values (90001, 'That goes') returning id`,
          [into],
        );
        return { path: path.replace('{id}', rows[0]?.id ?? '') };
      }
      case 'post /api/assistant-accounts/usage': {
        const { identity } = call.example as { identity: string };
        await t.panel.query('update assistant_accounts set identity = $1 where is_active', [identity]);
        return { headers: AS_SWITCH };
      }
      case 'post /api/auth/reset': {
        const { id } = await insertUser(t);
        await t.panel.query(
          `insert into password_resets (user_id, token_digest, expires_at) values ($1, $2, now() + interval '1 year')`,
          [id, digestOf('a token of a mail')],
        );
        return { headers: {}, secrets: { token: 'a token of a mail' } };
      }
      case 'post /api/settings/keys':
        return { secrets: { scopes: ['memory'], owner_id: admin.id } };
      case 'post /api/settings/mail/test':
        mails = await MailServer.start();
        await t.http
          .put('/api/settings/mail')
          .set(admin.bearer)
          .send({ ...mails.settings, password: null })
          .expect(200);
        return {};
      case 'put /api/settings/mail/texts/{kind}/{language}':
      case 'post /api/settings/mail/texts/{kind}/{language}/preview':
        return { path: path.replace('{kind}', 'invitation').replace('{language}', 'en') };
      case 'put /api/settings/chat-agent':
        return { path: '/api/settings/chat-agent?keep=moment&keep_appointments=true' };
      case 'post /api/settings/resources/rename':
        // The settings' own example has this one.
        return { secrets: { from: 'main' } };
      case 'post /api/series':
        // A time that no other example books.
        return {
          secrets: {
            starts_at: '2031-02-03T10:00:00Z',
            exceptions: [{ starts_at: '2031-02-10T10:00:00Z', moved_to: '2031-02-11T10:00:00Z' }],
          },
        };
      case 'post /api/appointments/swap': {
        const [a_starts_at, b_starts_at] = ['2031-01-06T09:00Z', '2031-01-06T10:00Z'] as const;
        const [a_resource, b_resource] = ['Left', 'Right'] as const;
        const a = await appointmentId(a_starts_at, { resource: a_resource });
        const b = await appointmentId(b_starts_at, { resource: b_resource });
        return { secrets: { a, b, a_starts_at, b_starts_at, a_resource, b_resource } };
      }
      case 'post /api/memory/chats/{chat_id}/messages':
        return { headers: { 'x-api-key': MEMORY_API_KEY }, path: '/api/memory/chats/project:a/messages' };
      case 'patch /api/memory/sessions/{id}':
        return { path: `/api/memory/sessions/${await sessionId()}` };
      case 'patch /api/memory/decisions/{id}': {
        const [id, replaced_by] = await decisionIds();
        return { path: `/api/memory/decisions/${id}`, secrets: { replaced_by } };
      }
      case 'post /api/memory/erase':
        return { secrets: { id: await sessionId() } };
      case 'post /api/clients/{id}/merges': {
        const { body } = await t.http
          .post('/api/clients')
          .set(admin.bearer)
          .send({ name: 'Twin' })
          .expect(201);
        return { secrets: { client_id: body.id as string } };
      }
      case 'post /api/clients/{id}/history/{version}/put-back': {
        const { body } = await t.http
          .post('/api/clients')
          .set(admin.bearer)
          .send({ name: 'Was' })
          .expect(201);
        const path = `/api/clients/${body.id as string}`;
        await t.http.patch(path).set(admin.bearer).send({ notes: 'Is' }).expect(200);
        return { path: `${path}/history/2/put-back` };
      }
      case 'post /api/conversations/{id}/takeover':
      case 'post /api/conversations/{id}/handback':
      case 'post /api/conversations/{id}/read':
      case 'post /api/conversations/{id}/unread':
        return { path: path.replace('{id}', await conversationId()) };
      case 'post /api/conversations/{id}/assign':
        return { path: `/api/conversations/${await conversationId()}/assign` };
      case 'post /api/conversations/{id}/notes':
        return { path: `/api/conversations/${await conversationId()}/notes` };
      case 'patch /api/conversations/{id}':
        return {
          path: `/api/conversations/${await conversationId()}`,
          secrets: { leave_undelivered: true },
        };
      case 'post /api/conversations/{id}/messages': {
        const path = `/api/conversations/${await conversationId()}`;
        await t.http.post(`${path}/takeover`).set(admin.bearer).expect(200);
        return { path: `${path}/messages` };
      }
      default:
        return path.startsWith('/webhook/') ? { headers: { 'x-api-key': MEMORY_API_KEY } } : {};
    }
  }

  async function appointmentId(starts_at: string, more: object = {}): Promise<string> {
    const booking = { client: { name: 'Ada' }, starts_at, ...more };
    return (await booked(t, admin, booking)).id;
  }

  async function sessionId(): Promise<number> {
    const { rows } = await t.memory.query<{ id: string }>(
      `insert into assistant_sessions (summary) values ('any') returning id`,
    );
    return Number(rows[0]?.id);
  }

  async function decisionIds(): Promise<number[]> {
    const { rows } = await t.memory.query<{ id: number }>(
      `insert into assistant_decisions (text) values ('one'), ('other') returning id::float8 as id`,
    );
    return rows.map(({ id }) => id);
  }

  async function filledPath(path: string): Promise<string> {
    if (path.startsWith('/webhook/')) return t.webhook(path.split('/').pop()!);
    const collection = path.slice(0, path.indexOf('/{'));
    return path.replace(/\{(?:series_)?id\}/, made.get(collection) ?? '').replace('{key}', 'mail_server');
  }

  let invited = 0;
  async function inviteToken(): Promise<string> {
    const user = { email: `invited-${++invited}@example.com`, name: 'Invited', role: 'viewer' };
    const { body } = await t.http.post('/api/users').set(admin.bearer).send(user).expect(201);
    return new URL(body.invite_url as string).hash.replace('#token=', '');
  }

  async function conversationId(): Promise<string> {
    return (await t.http.get('/api/conversations').set(admin.bearer)).body.items[0].id as string;
  }

  function codeNow(): string {
    return totp.generate({ timestamp: t.clock.now().getTime() });
  }
});

function bodiesOf(document: OpenAPIObject): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OperationObject>).flatMap(([method, { requestBody }]) => {
      const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
      // Files have no example that a person could read.
      const files = ['application/zip', 'image/png', 'text/calendar'];
      if (files.some((type) => type in content)) return [];
      return Object.entries(content).map(([type, { example }]) => {
        return { name: `${method} ${path}`, method, path, type, example: example as Example } as Call;
      });
    }),
  );
}

/** Whole words of what has to come before. */
const ORDER = [
  /settings\/chat-agent$/,
  /auth\/totp\/setup/,
  /auth\/totp\/enable/,
  /auth\/totp/,
  /ping$/,
  /clients$/,
  /^(?!.*id\})/,
  // What is erased is gone at once.
  /^(?!.*\/erase$)/,
  /.*/,
];

function orderOf({ path, method }: Call): number {
  return 2 * ORDER.findIndex((pattern) => pattern.test(path)) + (method === 'post' ? 0 : 1);
}
