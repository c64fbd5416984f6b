import type { JobDto } from '@groupless/shared-dto';
import { JobsService } from '../../../src/jobs/jobs.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { expectProblem } from '../../harness/http/problems';

const PATH = '/api/settings/jobs';

describe('background work', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    await t.app.get(JobsService).start();
  });
  afterAll(() => t.close());

  const list = async () => (await t.http.get(PATH).set(admin.bearer).expect(200)).body as JobDto[];
  const retention = async () => (await list()).find(({ name }) => name === 'retention')!;

  it('is listed with what waits, runs and failed, and when it runs next', async () => {
    await eventually(async () => (await retention()).last_at !== null);
    expect(await retention()).toEqual({
      name: 'retention',
      every: '23 3 * * *',
      waiting: 0,
      active: 0,
      failed_24h: 0,
      last_at: expect.any(String),
      last_error: null,
      last_result: null,
      next_at: expect.stringMatching(/T03:23:00\.000Z$/),
    });
  });

  it('runs now when an admin asks for it', async () => {
    await eventually(async () => (await retention()).last_at !== null);
    const before = (await retention()).last_at!;
    const { body } = await t.http.post(`${PATH}/retention/run`).set(admin.bearer).expect(202);
    expect(body).toMatchObject({ name: 'retention', last_error: null });
    await eventually(async () => (await retention()).last_at! > before);
  });

  it('is 404 under a name that there is not, and no business of an operator', async () => {
    expectProblem(await t.http.post(`${PATH}/coffee/run`).set(admin.bearer), 404, 'not_found');
    const { bearer } = await signIn(t, { role: 'operator' });
    expectProblem(await t.http.get(PATH).set(bearer), 403, 'forbidden');
    expectProblem(await t.http.post(`${PATH}/retention/run`).set(bearer), 403, 'forbidden');
  });
});
