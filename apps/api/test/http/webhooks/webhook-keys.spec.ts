import { AS_MANAGER, MEMORY_API_KEY, STRICT_ENVIRONMENT } from '../../harness/data/credentials';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { signIn } from '../../harness/data/panel-users';
import { SECRETS } from '../../harness/apps/test-app';
import { call, UNKNOWN_ID, WEBHOOKS } from '../../harness/data/webhooks';

const WRONG = {
  authorization: 'Bearer wrong',
  'x-api-key': 'wrong',
  'x-workflow-api-key': 'wrong',
  cookie: 'refresh_token=wrong',
};

describe('a webhook that demands no key', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  it.each(WEBHOOKS)('takes no notice of credentials in other headers: $path', async (webhook) => {
    const { 'x-api-key': _, ...others } = WRONG;
    const { status } = await call(t, await t.webhook(webhook.path), webhook).set(others);
    expect(status).toBeLessThan(300);
  });

  it.each(WEBHOOKS)('refuses a wrong key: $path', async (webhook) => {
    const answer = await call(t, await t.webhook(webhook.path), webhook).set('x-api-key', 'wrong');
    expectProblem(answer, 401, 'invalid_api_key');
  });

  it('knows by a right key who wrote', async () => {
    const { bearer } = await signIn(t);
    const expires_at = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    const made = await t.http
      .post('/api/settings/keys')
      .set(bearer)
      .send({ name: 'Laptop of Ada', scopes: ['memory'], expires_at })
      .expect(201);
    const { key } = made.body as { key: string };
    const address = await t.webhook('assistant-update-state');
    for (const value of ['1', '2'])
      await t.http.post(address).set('x-api-key', key).send({ key: 'port', value });
    const { body } = await t.http.get('/api/memory/history?kind=state').set(bearer);
    expect(body.items).toMatchObject([{ by: 'Laptop of Ada', through: 'webhook' }]);
  });
});

describe('a webhook that demands no key, but gets one of a user', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  it.each(WEBHOOKS)('heeds what the role of that user allows: $path', async (webhook) => {
    const admin = await signIn(t);
    const viewer = await signIn(t, { role: 'viewer' });
    const { body } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: webhook.path, scopes: ['memory'], owner_id: viewer.id })
      .expect(201);
    const { key } = body as { key: string };
    const answer = await call(t, await t.webhook(webhook.path), webhook).set('x-api-key', key);
    if (webhook.method === 'GET') expect(answer.status).toBe(200);
    else {
      const { required, held } = expectProblem(answer, 403, 'forbidden') as {
        required?: unknown;
        held?: unknown;
      };
      expect([required, held]).toEqual([['operator', 'admin'], ['viewer']]);
    }
  });
});

describe('a webhook where MEMORY_API_KEY is set', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
  });
  afterAll(() => t.close());

  describe.each(WEBHOOKS)('$path', (webhook) => {
    const callWith = async (headers: Record<string, string>) =>
      call(t, await t.webhook(webhook.path), webhook).set(headers);

    it('opens with that key', async () => {
      expect((await callWith({ 'x-api-key': MEMORY_API_KEY })).status).toBeLessThan(300);
    });

    it('needs a key', async () => {
      expectProblem(await callWith({}), 401, 'unauthenticated');
    });

    it.each([
      ['a wrong one', 'wrong'],
      ['an empty one', ''],
      ['the beginning of the right one', MEMORY_API_KEY.slice(0, -1)],
      ['the right one twice', `${MEMORY_API_KEY}, ${MEMORY_API_KEY}`],
      ['the right one in capitals', MEMORY_API_KEY.toUpperCase()],
      ['the key of another header', SECRETS.WORKFLOW_API_KEY],
    ])('refuses %s', async (_, key) => {
      expectProblem(await callWith({ 'x-api-key': key }), 401, 'invalid_api_key');
    });

    it('refuses a right key for something else', async () => {
      for (const key of [SECRETS.AGENT_API_KEY, SECRETS.SWITCH_API_KEY]) {
        expectProblem(await callWith({ 'x-api-key': key }), 403, 'forbidden');
      }
    });

    it('looks at no other header', async () => {
      const { status } = await callWith({ ...WRONG, 'x-api-key': MEMORY_API_KEY });
      expect(status).toBeLessThan(300);
      const bearer = await callWith({ authorization: `Bearer ${MEMORY_API_KEY}`, ...AS_MANAGER });
      expectProblem(bearer, 401, 'unauthenticated');
    });
  });

  it('says nothing of the key at an unknown address', async () => {
    const unknown = t.http.get(`/webhook/${UNKNOWN_ID}/webhook/chat-history`);
    expectProblem(await unknown, 404, 'webhook_not_found');
  });

  it('refuses a wrong method before a missing key', async () => {
    expectProblem(await t.http.delete(await t.webhook('chat-history')), 405, 'method_not_allowed');
  });

  it('asks for the key before it looks at the request', async () => {
    const response = t.http.post(await t.webhook('assistant-task')).send({ unknown: 1 });
    expectProblem(await response, 401, 'unauthenticated');
  });

  it('stores nothing without the key', async () => {
    const address = await t.webhook('assistant-update-state');
    await t.http.post(address).send({ key: 'secret', value: '1' }).expect(401);
    const stored = await t.memory.query(`select from assistant_state where key = 'secret'`);
    expect(stored.rowCount).toBe(0);
  });
});

describe('a webhook of a strict start', () => {
  const startStrict = (environment: Record<string, string>) =>
    startServedApp({ environment: { ...STRICT_ENVIRONMENT, ...environment } });

  it('lets nobody in while there is no key for it', async () => {
    const t = await startStrict({});
    const address = await t.webhook('assistant-context');
    expectProblem(await t.http.get(address), 401, 'unauthenticated');
    expectProblem(await t.http.get(address).set('x-api-key', SECRETS.AGENT_API_KEY), 403, 'forbidden');
    await t.close();
  });

  it('opens with MEMORY_API_KEY', async () => {
    const t = await startStrict({ MEMORY_API_KEY });
    const address = await t.webhook('assistant-context');
    expectProblem(await t.http.get(address), 401, 'unauthenticated');
    await t.http.get(address).set('x-api-key', MEMORY_API_KEY).expect(200);
    await t.close();
  });

  it('demands no key if it is declared open', async () => {
    const t = await startStrict({ MEMORY_WEBHOOKS_OPEN: 'true' });
    const address = await t.webhook('assistant-context');
    await t.http.get(address).expect(200);
    await t.http.get(address).set('x-api-key', 'wrong').expect(401);
    await t.close();
  });
});
