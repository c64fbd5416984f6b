import { AS_MANAGER } from '../harness/data/credentials';
import { expectProblem } from '../harness/http/problems';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';
import { SECRETS } from '../harness/apps/test-app';
import { UNKNOWN_ID } from '../harness/data/webhooks';

describe('the key of the workflows', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  const list = (headers: Record<string, string>) => t.http.get('/api/workflows').set(headers);

  it('opens them in its own header', async () => {
    await list(AS_MANAGER).expect(200);
    await list({ 'X-WORKFLOW-API-KEY': SECRETS.WORKFLOW_API_KEY }).expect(200);
  });

  it('is needed', async () => {
    expectProblem(await list({}), 401, 'unauthenticated');
  });

  it.each([
    ['a wrong one', 'wrong'],
    ['an empty one', ''],
    ['the beginning of the right one', SECRETS.WORKFLOW_API_KEY.slice(0, -1)],
    ['more than the right one', `${SECRETS.WORKFLOW_API_KEY}0`],
    ['the right one in capitals', SECRETS.WORKFLOW_API_KEY.toUpperCase()],
    ['the right one twice', `${SECRETS.WORKFLOW_API_KEY}, ${SECRETS.WORKFLOW_API_KEY}`],
    ['the key of another header', SECRETS.SWITCH_API_KEY],
  ])('is not %s', async (_, key) => {
    expectProblem(await list({ 'x-workflow-api-key': key }), 401, 'invalid_api_key');
  });

  it('counts in no other header', async () => {
    expectProblem(await list({ 'x-api-key': SECRETS.WORKFLOW_API_KEY }), 401, 'invalid_api_key');
    const bearer = { authorization: `Bearer ${SECRETS.WORKFLOW_API_KEY}` };
    expectProblem(await list(bearer), 401, 'unauthenticated');
    const query = t.http.get(`/api/workflows?api_key=${SECRETS.WORKFLOW_API_KEY}`);
    expectProblem(await query, 401, 'unauthenticated');
  });

  it.each(['SWITCH_API_KEY', 'AGENT_API_KEY'] as const)('cannot be replaced by the %s', async (name) => {
    expectProblem(await list({ 'x-api-key': SECRETS[name] }), 403, 'forbidden');
  });

  it('opens beside another right key', async () => {
    await list({ ...AS_MANAGER, 'x-api-key': SECRETS.AGENT_API_KEY }).expect(200);
  });

  it.each([
    [{ 'x-api-key': 'wrong' }, 'invalid_api_key'],
    [{ 'x-api-key': '' }, 'invalid_api_key'],
    [{ authorization: 'Bearer wrong' }, 'unauthenticated'],
    [{ authorization: 'Basic d3Jvbmc6d3Jvbmc=' }, 'unauthenticated'],
    [{ authorization: 'wrong' }, 'unauthenticated'],
  ] as const)('is spoilt by a wrong credential beside it: %j', async (wrong, code) => {
    expectProblem(await list({ ...AS_MANAGER, ...wrong }), 401, code);
  });

  it('is not spoilt by a cookie', async () => {
    await list({ ...AS_MANAGER, cookie: 'refresh_token=wrong' }).expect(200);
  });

  it.each([
    ['get', ''],
    ['get', `/${UNKNOWN_ID}`],
    ['get', '/not-a-uuid'],
    ['post', `/${UNKNOWN_ID}/activate`],
    ['post', `/${UNKNOWN_ID}/deactivate`],
    ['post', `/${UNKNOWN_ID}/rotate`],
  ] as const)('is asked for before anything else: %s %s', async (method, path) => {
    const response = t.http[method](`/api/workflows${path}?unknown=1`).send({ unknown: 1 });
    expectProblem(await response, 401, 'unauthenticated');
  });

  it('is not asked for where there is nothing, or nothing of that method', async () => {
    expectProblem(await t.http.get('/api/workflow'), 404, 'not_found');
    expectProblem(await t.http.delete('/api/workflows'), 405, 'method_not_allowed');
  });

  it.each(['/%61pi/workflows', '/api/%77orkflows', '/api/workflow%73'])(
    'is asked for at %s',
    async (path) => {
      expectProblem(await t.http.get(path), 401, 'unauthenticated');
    },
  );
});

describe('the expiry of the key of the workflows', () => {
  let first: ServedApp;
  beforeAll(async () => {
    first = await sharedApp();
  });
  afterAll(() => first.close());

  it('is at the start of 2030 unless said', async () => {
    first.clock.set('2029-12-31T23:59:59.999Z');
    await first.http.get('/api/workflows').set(AS_MANAGER).expect(200);
    first.clock.set('2030-01-01T00:00:00.000Z');
    const response = await first.http.get('/api/workflows').set(AS_MANAGER);
    expectProblem(response, 401, 'api_key_expired');
  });

  describe.each([
    '2028-02-29T12:00:00Z',
    '2028-02-29T17:30:00+05:30',
    '2028-02-29T04:00:00.000-08:00',
    '2028-03-01T01:45:00+13:45',
  ])('at %s', (WORKFLOW_API_KEY_EXPIRES_AT) => {
    let t: ServedApp;
    beforeAll(async () => {
      t = await startServedApp({ environment: { WORKFLOW_API_KEY_EXPIRES_AT }, urls: first.urls });
    });
    afterAll(() => t.close());

    const listAt = (instant: string, key: string = SECRETS.WORKFLOW_API_KEY) => {
      t.clock.set(instant);
      return t.http.get('/api/workflows').set('x-workflow-api-key', key);
    };

    it('has not come one second before', async () => {
      await listAt('2028-02-29T11:59:59Z').expect(200);
    });

    it('counts from the instant on', async () => {
      for (const instant of ['2028-02-29T12:00:00Z', '2028-02-29T12:00:01Z', '2035-01-01T00:00:00Z']) {
        expectProblem(await listAt(instant), 401, 'api_key_expired');
      }
    });

    it('does not make a wrong key an expired one', async () => {
      expectProblem(await listAt('2028-02-29T12:00:00Z', 'wrong'), 401, 'invalid_api_key');
    });
  });
});
