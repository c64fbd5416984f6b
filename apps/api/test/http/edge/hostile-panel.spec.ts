import * as fc from 'fast-check';
import { fireSize, prove } from '../../harness/hostile/fire';
import { hostileRequests, type OpenApi } from '../../harness/hostile/hostile-requests';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { faultOfProblem } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { SECRETS } from '../../harness/apps/test-app';

/** The same requests in every run, so that a failure can be repeated. */
const SEED = 20_261_120;
const RUNS = fireSize({ small: 300, usual: 10_000, long: 100_000 });

/** Never ends by itself. */
const ENDLESS = ['get /api/events'];

describe('hostile requests to every documented operation', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp({
      environment: { KEY_FAILURES_PER_MINUTE: '1000000', LOGIN_FAILURES_PER_ADDRESS: '1000000' },
    });
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  /** Some of the requests end the session, and are right to. */
  async function send(request: Parameters<typeof sendRaw>[1], asAgent: boolean) {
    const { status } = await t.http.get('/api/auth/me').set(admin.bearer);
    if (status === 401) admin = await signIn(t);
    const key = { 'x-api-key': asAgent ? SECRETS.AGENT_API_KEY : SECRETS.SWITCH_API_KEY };
    const headers = { ...request.headers, ...(asAgent ? key : admin.bearer) };
    return sendRaw(t.port, { ...request, headers });
  }

  it(`are answered properly: ${RUNS} of them`, async () => {
    const { body } = await t.http.get('/api/docs-json').expect(200);
    const requests = hostileRequests(body as OpenApi, new Set(ENDLESS));
    const byStatus = new Map<number, number>();
    const property = fc.asyncProperty(requests, fc.nat(9), async (request, oneInTen) => {
      const answer = await send(request, oneInTen === 0);
      byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) expect(faultOfProblem(answer)).toBeNull();
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    // Otherwise nothing would have been tried but the doors.
    expect(byStatus.get(400)).toBeGreaterThan(RUNS / 10);
    expect([...byStatus.keys()].filter((status) => status < 300)).not.toEqual([]);
    const faults = [...byStatus].filter(([status]) => status >= 500).length;
    prove({
      asvs: '2.2.1, 2.2.2, 16.5.1, 16.5.3',
      promise: 'Requests made from the OpenAPI document, odd in every field, are never a 5xx.',
      figure: `${RUNS} requests: ${faults} of 500 or more, ${byStatus.get(400) ?? 0} of 400`,
    });
  }, 3_600_000);

  it('leave the server as it was', async () => {
    await t.http.get('/api/health/ready').expect(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
