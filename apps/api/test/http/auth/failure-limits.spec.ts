import { CounterCleanupService } from '../../../src/auth/limits/counter-cleanup.service';
import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { SECRETS } from '../../harness/apps/test-app';
import { atOnce } from '../../harness/data/times';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

const LIMIT = 5;

describe('too many failures from one address', () => {
  let t: ServedApp;
  let addresses = 0;
  let from: string;
  beforeAll(async () => {
    t = await startServedApp({ environment: { KEY_FAILURES_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' } });
  });
  beforeEach(() => {
    from = `203.0.113.${++addresses}`;
  });
  afterAll(() => t.close());

  const list = (headers: Record<string, string>, address = from) =>
    t.http.get('/api/workflows').set({ 'x-forwarded-for': address, ...headers });
  const wrongKey = (address = from) => list({ 'x-workflow-api-key': 'wrong' }, address);
  const unknownWebhook = (address = from) =>
    t.http.get(`/webhook/${UNKNOWN_ID}/webhook/assistant-context`).set('x-forwarded-for', address);

  async function fail(times: number, address = from): Promise<void> {
    for (let count = 0; count < times; count++) {
      expectProblem(await wrongKey(address), 401, 'invalid_api_key');
    }
  }

  it('make the next wrong key a 429 that says when to come again', async () => {
    await fail(LIMIT);
    const response = await wrongKey();
    expectProblem(response, 429, 'too_many_requests');
    const retryAfter = Number(response.headers['retry-after']);
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true);
  });

  it('make the next unknown webhook a 429', async () => {
    for (let count = 0; count < LIMIT; count++) {
      expectProblem(await unknownWebhook(), 404, 'webhook_not_found');
    }
    const response = await unknownWebhook();
    expectProblem(response, 429, 'too_many_requests');
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('are counted together, whether keys or webhooks', async () => {
    await fail(LIMIT - 1);
    expectProblem(await unknownWebhook(), 404, 'webhook_not_found');
    expectProblem(await wrongKey(), 429, 'too_many_requests');
    expectProblem(await unknownWebhook(), 429, 'too_many_requests');
  });

  it('never stop a right key or a right webhook', async () => {
    await fail(LIMIT);
    for (let count = 0; count < LIMIT; count++) {
      expectProblem(await wrongKey(), 429, 'too_many_requests');
      await list(AS_MANAGER).expect(200);
      const address = await t.webhook('assistant-context');
      await t.http.get(address).set('x-forwarded-for', from).expect(200);
    }
  });

  it('do not stop other addresses', async () => {
    await fail(LIMIT);
    expectProblem(await wrongKey(), 429, 'too_many_requests');
    expectProblem(await wrongKey('198.51.100.1'), 401, 'invalid_api_key');
  });

  it('are exact when they come at once', async () => {
    const answers = await atOnce(LIMIT * 4, () => wrongKey());
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(LIMIT * 3);
  });

  it('are counted for a whole network of IPv6', async () => {
    await fail(LIMIT, '2001:db8:1:2::1');
    expectProblem(await wrongKey('2001:db8:1:2:ffff::9'), 429, 'too_many_requests');
    expectProblem(await wrongKey('2001:db8:1:3::1'), 401, 'invalid_api_key');
  });

  it.each([
    ['a missing key', () => list({}), 401],
    ['a right key that does not open', () => list({ 'x-api-key': SECRETS.AGENT_API_KEY }), 403],
    ['an unknown path', () => t.http.get('/api/nothing').set('x-forwarded-for', from), 404],
    ['an unknown workflow', () => list(AS_MANAGER).query('a=1'), 400],
  ])('are not made by %s', async (_, send, status) => {
    for (let count = 0; count < LIMIT * 2; count++) expect((await send()).status).toBe(status);
    expectProblem(await wrongKey(), 401, 'invalid_api_key');
  });

  it('are not made by wrong requests to a right webhook', async () => {
    const address = await t.webhook('assistant-task');
    for (let count = 0; count < LIMIT; count++) {
      await t.http.post(address).set('x-forwarded-for', from).send({}).expect(400);
      await t.http.delete(address).set('x-forwarded-for', from).expect(405);
    }
    expectProblem(await wrongKey(), 401, 'invalid_api_key');
  });

  it('are forgiven when their minute is over', async () => {
    await fail(LIMIT);
    await t.panel.query('update rate_limits set expire = expire - 60000 where key like $1', [`%${from}%`]);
    expectProblem(await wrongKey(), 401, 'invalid_api_key');
  });

  it('are removed when their time has been over for an hour, and no sooner', async () => {
    const other = `203.0.113.${++addresses}`;
    await fail(1);
    await fail(1, other);
    const past = 'update rate_limits set expire = $2 where key like $1';
    await t.panel.query(past, [`%${from}%`, Date.now() - 3_601_000]);
    await t.panel.query(past, [`%${other}%`, Date.now() - 3_500_000]);
    await t.app.get(CounterCleanupService, { strict: false }).removeOld();

    const { rows } = await t.panel.query<{ key: string }>(
      `select key from rate_limits where key like '%203.0.113.%'`,
    );
    const kept = rows.map(({ key }) => key);
    expect([from, other].map((address) => kept.some((key) => key.includes(address)))).toEqual([false, true]);
  });

  it('cannot be blamed on others by a header that nobody vouches for', async () => {
    const spoofed = await startServedApp({ environment: { KEY_FAILURES_PER_MINUTE: String(LIMIT) } });
    const statuses = [];
    for (let count = 0; count <= LIMIT; count++) {
      const headers = { 'x-forwarded-for': `192.0.2.${count}`, 'x-api-key': 'wrong' };
      statuses.push((await spoofed.http.get('/api/workflows').set(headers)).status);
    }
    await spoofed.close();
    expect(statuses).toEqual([...Array<number>(LIMIT).fill(401), 429]);
  });
});

describe('the number of failures that one address may make', () => {
  it('is 300 in a minute unless said', async () => {
    const t = await startServedApp();
    const wrongKey = () => t.http.get('/api/workflows').set('x-workflow-api-key', 'wrong');
    for (let batch = 0; batch < 6; batch++) {
      for (const { status } of await atOnce(50, wrongKey)) expect(status).toBe(401);
    }
    expectProblem(await wrongKey(), 429, 'too_many_requests');
    await t.close();
  });
});
