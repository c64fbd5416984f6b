import { randomUUID } from 'node:crypto';
import type { CreatedApiKeyDto } from '@groupless/shared-dto';
import { AS_AGENT } from '../../harness/data/appointments';
import { AS_MANAGER } from '../../harness/data/credentials';
import { callTool, connectClient, rawRequest } from '../../harness/http/mcp-client';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields, type ReceivedAnswer } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';
import { sendRaw } from '../../harness/http/raw-http';

const MONDAY = '2030-01-07';

describe('what programs of integrators stumble on', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(new Date('2029-12-20T09:00:00Z'));
    admin = await signIn(t, { role: 'admin' });
  });
  afterAll(() => t.close());

  async function keyWith(...scopes: string[]): Promise<string> {
    const { body } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: scopes.join(' '), scopes })
      .expect(201);
    return (body as CreatedApiKeyDto).key;
  }

  it.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/',
  ])('is no page of the panel at %s', async (path) => {
    expectProblem(await t.http.get(path), 404, 'not_found');
  });

  it('is no page for a program that asks for JSON', async () => {
    expectProblem(await t.http.get('/clients').set('accept', 'application/json'), 404, 'not_found');
    const page = await t.http.get('/clients').set('accept', 'text/html,*/*;q=0.8');
    expect(page.headers['content-type']).toMatch('text/html');
  });

  it.each(['/api/clients/', '/api/workflows/', '/api/health/live/'])(
    'answers %s as the address without the slash',
    async (path) => {
      const answer = await t.http.get(path).set(path.includes('workflows') ? AS_MANAGER : admin.bearer);
      expect(answer.status).toBe(200);
    },
  );

  it('answers /mcp/ and a webhook with a slash behind it, and no page for two slashes before /api', async () => {
    const { headers, body } = rawRequest('2025-11-25', 'ping');
    const { status } = await t.http
      .post('/mcp/')
      .set({ ...headers, ...AS_AGENT })
      .send(body);
    expect(status).toBe(200);
    expect((await t.http.get(`${await t.webhook('assistant-context')}/`)).status).toBe(200);
    expectProblem(await sendRaw(t.port, { path: '//api/clients' }), 404, 'not_found');
  });

  it('says in every 401 how to authenticate', async () => {
    for (const path of ['/api/clients', '/api/auth/me', '/metrics', '/api/workflows'])
      expect((await t.http.get(path)).headers['www-authenticate']).toBe('Bearer');
    const { headers, body } = rawRequest('2026-07-28', 'tools/list');
    const { status, headers: answered } = await t.http.post('/mcp').set(headers).send(body);
    expect([status, answered['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('takes a key as a bearer everywhere', async () => {
    const authorization = `Bearer ${await keyWith('panel:read')}`;
    expect((await t.http.get('/api/clients').set({ authorization })).status).toBe(200);
    expectProblem(await t.http.post('/api/clients').set({ authorization }).send({}), 403, 'forbidden');
    expectProblem(await t.http.get('/api/auth/me').set({ authorization }), 403, 'forbidden');
    const wrong = { authorization: `Bearer gl_0Ab3dE5F_${'x'.repeat(43)}` };
    const { detail } = expectProblem(await t.http.get('/api/clients').set(wrong), 401, 'invalid_api_key');
    expect(detail).toContain('Authorization');
    const other = { authorization: `Bearer ${SECRETS.AGENT_API_KEY}` };
    const refused = expectProblem(await t.http.get('/api/clients').set(other), 401, 'unauthenticated');
    expect(refused.detail).toContain('x-api-key');
  });

  it('names the header of the workflow key', async () => {
    const answer = await t.http.get('/api/workflows').set('x-api-key', SECRETS.WORKFLOW_API_KEY);
    expect(expectProblem(answer, 401, 'invalid_api_key').detail).toContain('X-WORKFLOW-API-KEY');
  });

  it('tells what is no ETag from one of another version', async () => {
    const { body } = await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Ada' });
    const { id } = body as { id: string };
    const patch = (tag: string) =>
      t.http.patch(`/api/clients/${id}`).set(admin.bearer).set('if-match', tag).send({ name: 'A' });
    expect(expectProblem(await patch('hello'), 412, 'version_mismatch').detail).toContain('an ETag');
    expectProblem(await patch('"77"'), 412, 'version_mismatch');
    expectProblem(await patch('W/"1"'), 412, 'version_mismatch');
  });

  it.each(['/api/appointments', '/api/appointments/export.csv', '/api/settings/audit'])(
    'refuses a range that ends before it begins: %s',
    async (path) => {
      const query = { from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' };
      const answer = await t.http.get(path).query(query).set(admin.bearer);
      expect(refusedFields(answer)).toEqual([['from', 'out_of_range']]);
    },
  );

  it('says how several values are sent', async () => {
    const list = (query: string) => t.http.get(`/api/appointments?${query}`).set(admin.bearer);
    const several = 'several values as one';
    const repeated = expectProblem(await list('status=pending&status=confirmed'), 400, 'invalid_request');
    expect(repeated.detail).toContain(several);
    expect(expectProblem(await list('status[]=pending'), 400, 'invalid_request').detail).toContain(several);
    const limit = expectProblem(await list('limit=1&limit=2'), 400, 'invalid_request');
    expect(limit.detail).not.toContain(several);
  });

  it('names the fields of an object, and the field of a wrong address', async () => {
    const booking = { starts_at: `${MONDAY}T10:00:00Z`, client: 'Ada' };
    const book = t.http.post('/api/appointments').set(AS_AGENT).send(booking);
    expect(expectProblem(await book, 400, 'invalid_request').detail).toContain(
      'client must be an object with name, phone, email',
    );
    for (const url of ['x', 'http://10.0.0.1/', 'https://a:b@example.com/']) {
      const make = t.http
        .post('/api/settings/hooks')
        .set(admin.bearer)
        .send({ url, events: ['user.updated'] });
      expect(expectProblem(await make, 400, 'invalid_request').detail).toMatch(/^url /);
    }
  });

  it('takes a local time with a space, and offers the local form first', async () => {
    const book = (starts_at: string, name: string) =>
      t.http.post('/api/appointments').set(AS_AGENT).send({ starts_at, client: { name } });
    const { detail } = expectProblem(await book('7 January, 3 pm', 'Ada'), 400, 'invalid_request');
    expect(detail).toMatch(/such as \d{4}-\d\d-\d\dT\d\d:\d\d, in the time zone of the business/);
    expect((await book(`${MONDAY} 15:00`, 'Ada')).body).toMatchObject({ local_starts_at: `${MONDAY}T15:00` });
  });

  it('takes null for the arguments of a tool, and a number where a text belongs', async () => {
    const { headers, body } = rawRequest('2025-11-25', 'tools/call', {
      ...{ name: 'free_times', arguments: null },
    });
    const { body: answer } = await t.http
      .post('/mcp')
      .set({ ...headers, ...AS_AGENT })
      .send(body);
    expect(answer.result.isError).toBe(true);
    expect(answer.result.content[0].text).toContain('date is required');
    const client = await connectClient(t.port, SECRETS.AGENT_API_KEY, '2026-07-28');
    const booked = await callTool(client, 'book_appointment', {
      starts_at: `${MONDAY}T16:00`,
      client: { name: 'Ben', phone: 12125550123 },
    });
    await client.close();
    expect(booked).toMatchObject({ isError: false });
  });

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'is promised nothing that is not served over MCP %s',
    async (revision) => {
      const client = await connectClient(t.port, SECRETS.AGENT_API_KEY, revision);
      const capabilities = client.getServerCapabilities();
      await client.close();
      expect(capabilities?.tools?.listChanged ?? false).toBe(false);
      expect(Object.keys(capabilities ?? {})).toEqual(['tools']);
    },
  );

  describe('whose placeholder was not filled', () => {
    const booking = { client: { name: 'Cleo' }, starts_at: '2030-01-09T10:00:00Z' };
    const message = { role: 'user', text: 'Hello' };
    const post = (path: string, body: object, headers: object = {}) =>
      t.http
        .post(path)
        .set({ ...AS_AGENT, ...headers })
        .send(body);
    const summarize = async (more: object, headers: object = {}) =>
      post(await t.webhook('assistant-session-summary'), { summary: 'x', ...more }, headers);
    const byKey = (id: string) => ({ 'idempotency-key': id });
    type Answer = ReceivedAnswer & { body: object };
    type Place = [place: string, field: string, send: (id: string) => PromiseLike<Answer>];
    const refused: Place[] = [
      ['a ping', 'chat_id', (chat_id) => post('/api/conversations/ping', { chat_id, message })],
      ['a booking', 'chat_id', (chat_id) => post('/api/appointments', { ...booking, chat_id })],
      ['a booking', 'external_id', (external_id) => post('/api/appointments', { ...booking, external_id })],
      ['a booking', 'Idempotency-Key', (id) => post('/api/appointments', booking, byKey(id))],
      [
        'a client',
        'Idempotency-Key',
        (id) => post('/api/clients', { name: 'Cleo' }, { ...admin.bearer, ...byKey(id) }),
      ],
      [
        'the history of a chat',
        'chat_id',
        async (chat_id) => t.http.get(await t.webhook('chat-history')).query({ chat_id }),
      ],
    ];
    const missing: Place[] = [
      [
        'a message',
        'message.external_id',
        (external_id) =>
          post('/api/conversations/ping', { chat_id: randomUUID(), message: { ...message, external_id } }),
      ],
      ['a summary', 'Idempotency-Key', (id) => summarize({}, byKey(id))],
      ['a summary', 'session_id', (session_id) => summarize({ session_id })],
    ];

    it.each(['', ' ', '\t', '{{ $json.id }}', 'a ${id}', 'undefined', 'n8n:null', 'wa: '])(
      'refuses the id "%s", which would be that of all customers, or takes it as missing and says so',
      async (id) => {
        for (const [place, field, send] of refused) {
          const { errors } = expectProblem(await send(id), 400, 'unfilled_placeholder');
          expect([place, errors]).toMatchObject([place, [{ field, code: 'unfilled_placeholder' }]]);
        }
        for (const [place, field, send] of missing) {
          const { status, body } = await send(id);
          const told = { warnings: [expect.stringContaining(field)] };
          expect([place, status < 300, body]).toMatchObject([place, true, told]);
        }
      },
    );
  });

  describe('with an Idempotency-Key', () => {
    const book = (key: string, body: object, caller: object = AS_AGENT) =>
      t.http
        .post('/api/appointments')
        .set({ ...caller, 'idempotency-key': key })
        .send(body);
    const add = (key: string, body: object, caller: object = admin.bearer) =>
      t.http
        .post('/api/clients')
        .set({ ...caller, 'idempotency-key': key })
        .send(body);

    it('a booking that is sent again is answered with the first one', async () => {
      const wish = { client: { name: 'Cleo' }, starts_at: '2030-01-08T10:00:00Z' };
      const answers = await Promise.all([1, 2, 3, 4].map(() => book('b-1', wish)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }: { body: { id: string } }) => body.id)).size).toBe(1);
      const inOtherOrder = { starts_at: wish.starts_at, client: wish.client };
      expect((await book('b-1', inOtherOrder)).status).toBe(200);
    });

    it('another body is refused, and another caller has keys of its own', async () => {
      const wish = { client: { name: 'Dora' }, starts_at: '2030-01-08T12:00:00Z' };
      expect((await book('b-2', wish)).status).toBe(201);
      expectProblem(await book('b-2', { ...wish, notes: 'x' }), 409, 'idempotency_key_reused');
      expectProblem(await book('b-2', wish, admin.bearer), 409, 'slot_taken');
    });

    it('a refused booking uses no key up, and neither does a trial', async () => {
      const wish = { client: { name: 'Eve' }, starts_at: '2030-01-08T14:00:00Z' };
      const trial = await t.http
        .post('/api/appointments?dry_run=true')
        .set({ ...AS_AGENT, 'idempotency-key': 'b-3' })
        .send(wish);
      expect(trial.status).toBe(200);
      expectProblem(await book('b-3', { ...wish, starts_at: '2020-01-08T14:00:00Z' }), 400, 'in_the_past');
      expect((await book('b-3', wish)).status).toBe(201);
    });

    it('a client that is sent again is answered with the first one, for a day', async () => {
      const client = { name: 'Finn', phone: '+1 212 555 0177' };
      const answers = await Promise.all([1, 2, 3].map(() => add('c-1', client)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
      expect(new Set(answers.map(({ body }: { body: { id: string } }) => body.id)).size).toBe(1);
      expectProblem(await add('c-1', { name: 'Gus' }), 409, 'idempotency_key_reused');
      await t.panel.query(`update request_keys set created_at = created_at - interval '25 hours'`);
      expect((await add('c-1', { name: 'Gus' })).status).toBe(201);
      const { rows } = await t.panel.query('select key from request_keys');
      expect(rows).toEqual([{ key: 'c-1' }]);
    });
  });

  describe('with days and zones', () => {
    beforeAll(async () => {
      const { body } = await t.http.get('/api/settings/chat-agent').set(admin.bearer);
      await t.http
        .put('/api/settings/chat-agent?keep=moment')
        .set(admin.bearer)
        .send({ ...(body as object), time_zone: 'Europe/Berlin' })
        .expect(200);
    });

    it('a day begins where the business is', async () => {
      const at = (starts_at: string) =>
        t.http
          .post('/api/appointments')
          .set(admin.bearer)
          .send({ client: { name: starts_at }, starts_at, duration_minutes: 15 })
          .expect(201);
      await at('2031-03-09T22:45:00Z');
      await at('2031-03-09T23:00:00Z');
      await at('2031-03-10T22:45:00Z');
      await at('2031-03-10T23:00:00Z');
      const list = (query: object) => t.http.get('/api/appointments').query(query).set(admin.bearer);
      const { body } = await list({ from: '2031-03-10', to: '2031-03-11' });
      expect((body as { items: { starts_at: string }[] }).items.map(({ starts_at }) => starts_at)).toEqual([
        '2031-03-09T23:00:00.000Z',
        '2031-03-10T22:45:00.000Z',
      ]);
      expect(refusedFields(await list({ from: '2031-02-30' }))).toEqual([['from', 'invalid_format']]);
      expect(refusedFields(await list({ from: 'monday' }))).toEqual([['from', 'invalid_format']]);
      expect((await list({ from: '2031-03-10T00:00:00Z', to: '2031-03-10T00:00:00Z' })).status).toBe(200);
    });

    it('free times are told in the zone of a visitor too', async () => {
      const ask = (query: object) =>
        t.http
          .get('/api/appointments/availability')
          .query({ date: MONDAY, ...query })
          .set(admin.bearer);
      const { body } = await ask({ time_zone: 'America/New_York' });
      expect(body).toMatchObject({ time_zone: 'Europe/Berlin', visitor_time_zone: 'America/New_York' });
      expect((body as { slots: object[] }).slots[0]).toMatchObject({
        starts_at: `${MONDAY}T08:00:00.000Z`,
        local_starts_at: `${MONDAY}T09:00`,
        visitor_starts_at: `${MONDAY}T03:00`,
        visitor_ends_at: `${MONDAY}T03:30`,
      });
      expect(refusedFields(await ask({ time_zone: 'New York' }))).toEqual([['time_zone', 'not_allowed']]);
      const plain = (await ask({})).body as { slots: object[] };
      expect(JSON.stringify(plain)).not.toContain('visitor');
    });
  });
});
